/** keccak256("eip1967.proxy.implementation") - 1 (EIP-1967). */
export const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
/** keccak256("eip1967.proxy.beacon") - 1 (EIP-1967). */
export const BEACON_SLOT = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
/** keccak256("PROXIABLE") (EIP-1822). */
export const PROXIABLE_SLOT = "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7";
/** `implementation()` of a beacon. */
export const IMPLEMENTATION_SELECTOR = "0x5c60da1b";
