/** As in package.json and server.json; a test compares them. */
export const VERSION = '0.1.0'
