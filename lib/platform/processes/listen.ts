import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** The instance cannot start; the message says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Names of the settings for a host and a port. */
interface AddressSettings {
  host: string;
  port: string;
}

/**
 * Opens and closes a host and port.
 * @throws StartError if that is not possible
 */
export async function checkPort(host: string, port: number, settings: AddressSettings): Promise<void> {
  const server = createServer();
  await listen(server, host, port, settings);
  await once(server.close(), 'close');
}

/**
 * Listens on a host and port.
 * @throws StartError if that is not possible
 */
export function listen(server: Server, host: string, port: number, settings: AddressSettings): Promise<void> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is taken. Stop what listens there, or choose another in ${settings.port}.`,
    EADDRNOTAVAIL: `${host} in ${settings.host} is not an address of this machine. Use 127.0.0.1, 0.0.0.0 or one of its own addresses.`,
    ENOTFOUND: `The host ${host} in ${settings.host} is not known. Fix its name, or use an address.`,
    EACCES: `This user may not open port ${port}. Choose one above 1023 in ${settings.port}, and let the proxy listen there.`,
  };
  return new Promise((onListening, onFailure) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''];
      onFailure(reason === undefined ? error : new StartError(reason, { cause: error }));
    });
    server.listen(port, host, onListening);
  });
}
