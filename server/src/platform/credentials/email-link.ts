/** The one-time link in a sign-in mail: ten minutes, one use, burnt by one statement on the row itself. */
import { randomBytes } from 'node:crypto'
import { SIGN_IN_CODES_WRONG_MAX, SIGN_IN_LINK_LIFETIME_S } from '@pursestrings/contract/merchant-accounts/records'
import { newPairingCode, readPairingCode } from '@pursestrings/contract/pairing/records'
import { isSecret, NO_SLOT, newSecret } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { SystemTx } from '../postgres/transaction.ts'
import { hashOf } from './credentials.ts'
import { insertCode, spendCode, updateUnused } from './one-time-code.ts'

/** What binds a link to whoever asked for it; hashes only, since they wait in a job. */
export interface Binding {
  readonly nonce_hash: string
  readonly code_hash: string
}

export const newBinding = (): { nonce: string; code: string; binding: Binding } => {
  const [nonce, code] = [randomBytes(32).toString('base64url'), newPairingCode()]
  return { nonce, code, binding: { nonce_hash: hashOf(nonce).toString('hex'), code_hash: codeHash(code) } }
}

const codeHash = (code: string): string => hashOf(`svc.sign_in_code.v1\n${code}`).toString('hex')
const bytes = (hex: string | undefined): Buffer | null => (hex === undefined ? null : Buffer.from(hex, 'hex'))

export const issueEmailLink = async (tx: SystemTx, email: string, binding?: Binding): Promise<string> => {
  const token = newSecret('link', NO_SLOT)
  await insertCode(tx, 'link', {
    code: token,
    lifetime_s: SIGN_IN_LINK_LIFETIME_S,
    email,
    nonce_hash: bytes(binding?.nonce_hash),
    typed_code_hash: bytes(binding?.code_hash),
  })
  return token
}

/** What a caller shows beside the link. */
export interface Shown {
  readonly nonce: string | undefined
  readonly code: string | undefined
}

/**
 * The mailbox that the link was sent to, once; undefined for a used, expired or invented one. A link that is bound to
 * somebody else stays as it is: a mail scanner that follows it uses nothing up.
 */
export const spendEmailLink = async (
  tx: SystemTx,
  token: string,
  { nonce, code }: Shown,
): Promise<{ email: string; bound: boolean } | undefined> => {
  if (!isSecret('link', token)) return undefined
  const typed = code === undefined ? undefined : readPairingCode(code)
  const fits = sql<boolean>`nonce_hash is null or nonce_hash = ${nonce === undefined ? null : hashOf(nonce)}
    or typed_code_hash = ${typed === undefined ? null : bytes(codeHash(typed))}`
  const spent = await spendCode(tx, 'link', token)
    .where('wrong_codes', '<', SIGN_IN_CODES_WRONG_MAX)
    .where(sql<boolean>`(${fits})`)
    .returning(sql<string>`email`.as('email'))
    .executeTakeFirst()
  if (spent) return { ...spent, bound: false }
  const bound = await updateUnused(tx, 'link', token)
    .set({ wrong_codes: sql`wrong_codes + ${code === undefined ? 0 : 1}` })
    .where('wrong_codes', '<', SIGN_IN_CODES_WRONG_MAX)
    .returning(sql<string>`email`.as('email'))
    .executeTakeFirst()
  return bound && { ...bound, bound: true }
}
