/** What a command that starts a program passes on: where programs are, and where Node keeps what it compiled of ours. */
export const startingEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
