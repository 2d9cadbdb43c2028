import { createServer } from 'node:http';
import { collectDependencies, startRead } from '#lib/platform/db/dependencies.ts';
import { encodeRenderedPage } from '#lib/runtime/server/pages/page-response.ts';

// A stub renderer whose response depends on the path.
const [socket = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit());

createServer({ keepAliveTimeout: 0 }, ({ url, headers: asked }, response) => {
  if (url === '/ends') process.exit(1);
  const dependencies = collectDependencies((found) => {
    startRead('select name from authors', { values: [], form: 'query' })?.([]);
    return found;
  });
  const headers = { 'set-cookie': ['one=1', 'two=2'] };
  const page = { status: 200, headers, head: '', body: Buffer.from(`asked by ${asked.cookie ?? 'a visitor'}`) };
  const encoded = encodeRenderedPage({ page, dependencies });
  if (url !== '/cut') return void response.end(encoded);
  response.writeHead(200, { 'content-length': encoded.length }).write(encoded.subarray(0, 10));
  setTimeout(() => response.destroy(), 50);
}).listen(socket, () => process.send?.('ready'));
