/**
 * Where the files lie that the service reads and does not import. The published package keeps the tree of the sources, and its
 * program as deep as this file, so that no other place knows the difference.
 */
export const fileAt = (path: string): URL => new URL(`../../../${path}`, import.meta.url)
