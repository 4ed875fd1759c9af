/** Addresses of ours beside the calls (interfaces 2). */
export const paths = { openApi: '/api/openapi.json' } as const;
