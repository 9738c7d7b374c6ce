// Loaded before a command with --import: any attempt to open a connection ends the process with a special exit code.
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
  // Allows local pipes: the TypeScript loader uses one.
  const [options] = Array.isArray(target[0]) ? target[0] : target;
  return typeof options?.path === "string" ? connect.apply(this, target) : refuse(JSON.stringify(target));
};
dns.lookup = (name) => refuse(name);
dns.promises.lookup = (name) => refuse(name);
dgram.createSocket = () => refuse("a datagram");
