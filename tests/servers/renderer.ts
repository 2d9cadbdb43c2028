import { createServer } from 'node:http';
import { collectDependencies, recordRead } from '#lib/platform/db/dependencies.ts';
import { encodeMetadata } from '#lib/runtime/server/pages/rendered-page.ts';

// A stub renderer whose response depends on the path.
const [socket = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit());

createServer({ keepAliveTimeout: 0 }, ({ url, headers }, response) => {
  if (url === '/ends') process.exit(1);
  if (url === '/unchanged') {
    response.writeHead(304, { ETag: '"one"' }).end();
    return;
  }
  const dependencies = collectDependencies((found) => {
    recordRead('select name from authors');
    return found;
  });
  response.setHeader('Set-Cookie', ['one=1', 'two=2']);
  response.write(`asked by ${headers.cookie ?? 'a visitor'}`);
  if (url === '/cut') response.destroy();
  else response.end(encodeMetadata({ dependencies, isOverloaded: false }));
}).listen(socket, () => process.send?.('ready'));
