import { StartFault } from '#lib/start-fault.ts';

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Why nobody can listen there, as a sentence that says what to do; what is no such fault is handed back. */
export function listenFault(error: unknown, { host, port }: ListenAddress): unknown {
  const options = { cause: error };
  switch (error instanceof Error && 'code' in error ? error.code : '') {
    case 'EADDRINUSE':
      return new StartFault(
        'conflict',
        `Port ${port} of ${host} is in use by another program; stop that one, or set SHEETWIRE_PORT to a free port`,
        options,
      );
    case 'EACCES':
    case 'EPERM':
      return new StartFault(
        'notAllowed',
        `This user may not listen on port ${port}; set SHEETWIRE_PORT to 1024 or above, and let a proxy serve port ${port}`,
        options,
      );
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartFault(
        'usage',
        `${host} is not an address of this machine; set SHEETWIRE_HOST to one that is, such as 127.0.0.1 or 0.0.0.0`,
        options,
      );
    default:
      return error;
  }
}
