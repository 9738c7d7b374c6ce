// Loaded before a command with --import: whatever opens a connection ends the process with an exit code of its own.
import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

const EXIT_CODE = 77;

function refuse(what) {
  process._rawDebug(`The network was used: ${what}`);
  process.exit(EXIT_CODE);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...target) {
  // A pipe of this computer, as the loader of TypeScript has one.
  const [options] = Array.isArray(target[0]) ? target[0] : target;
  return typeof options?.path === "string" ? connect.apply(this, target) : refuse(JSON.stringify(target));
};
dns.lookup = (name) => refuse(name);
dns.promises.lookup = (name) => refuse(name);
dgram.createSocket = () => refuse("a datagram");
