export default {
  chains: {
    31337: {
      verification: { url: process.env.VERIFY_URL ?? "http://127.0.0.1:5555" },
      query: { url: process.env.QUERY_URL ?? "http://127.0.0.1:5551" },
      status: { url: process.env.STATUS_URL ?? "http://127.0.0.1:5552" },
    },
  },
};
