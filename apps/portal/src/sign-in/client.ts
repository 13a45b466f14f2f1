/** The client comes when it is needed, or before that while the browser has nothing else to do. */
export const client = async () => (await import('../client.ts')).api
