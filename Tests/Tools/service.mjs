// A service of our own, on a free port of the loopback, and requests to it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createServer } from "node:net";

/** Requests that are under way at once: the way there and back takes longer than the work. */
export const atOnce = 8;

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

/**
 * Starts a program, and waits until it is ready.
 *
 * `ask(method, path, body)` returns a promise of `{ status, bytes }`; `end()` ends the program.
 */
export async function start(program) {
  const port = await freePort(), agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const process = spawn(program, ["serve", "--bind", `127.0.0.1:${port}`], { stdio: ["ignore", "ignore", "ignore"] });
  const ask = (method, path, body) => new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    const asked = request({ host: "127.0.0.1", port, agent, method, path, headers }, (response) => {
      const pieces = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("end", () => resolve({ status: response.statusCode, bytes: Buffer.concat(pieces) }));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
  for (;;) {
    if (process.exitCode !== null) throw new Error(`${program} ended with ${process.exitCode}`);
    try {
      await ask("GET", "/readyz");
      return { ask, end: () => process.kill() };
    } catch (error) {
      if (error.code !== "ECONNREFUSED") throw error;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
