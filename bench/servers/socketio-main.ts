import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Server } from 'socket.io';

/** socket.io as its guide sets it up: whatever is posted goes to everybody. */
const http = createServer((request, response) => {
  void buffer(request).then((body) => {
    io.emit('d', body.toString());
    response.end('{}');
  });
});
const io = new Server(http, { transports: ['websocket'], pingInterval: 600_000, cors: { origin: true } });
http.listen(Number(process.argv[2]), '127.0.0.1', 4096, () => process.stdout.write('ready\n'));
process.once('SIGTERM', () => process.exit(0));
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  process.stdout.write('collected\n');
});
