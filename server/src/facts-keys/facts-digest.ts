/** What is committed of the payment facts (I1): the SHA-256 of their one text. */
import { hash } from 'node:crypto'

export const factsDigest = (facts_text: string): Buffer => hash('sha256', facts_text, 'buffer')
