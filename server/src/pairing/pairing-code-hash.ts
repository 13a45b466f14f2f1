/**
 * Under which hash a code is kept. Not keyed by the session, since a typed code must find its session; so a dump would
 * give the codes of sessions that still wait away, and nothing else: a code alone opens nothing for an agent, and lives
 * ten minutes.
 */
import { readPairingCode } from '@countersign/contract/pairing/pairing-code'
import { hashOf } from '../credentials/hash.ts'

export const hashOfCode = (code: string): Buffer => hashOf(`svc.pairing_code.v1\n${code}`)

export const isCode = (typed: string, code_hash: Buffer): boolean => {
  const code = readPairingCode(typed)
  return code !== undefined && hashOfCode(code).equals(code_hash)
}
