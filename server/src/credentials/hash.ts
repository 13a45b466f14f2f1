/** Secrets are kept only as SHA-256: 256 random bits need no salt and no stretching, and a dump opens nothing (O4). */
import { createHash } from 'node:crypto'

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest()
