/**
 * What an assertion says before it is verified: which key to look for, and nothing else is taken from here. Only one
 * form is read on: three parts in their one spelling, and a header of exactly `alg`, `kid` and `typ`, so that no key, no
 * address of a key and no extension can ride along.
 */
import { ASSERTION_ALGORITHMS, ASSERTION_TYP } from '@pursestrings/contract/agent-auth/records'
import { registerCredential } from '@pursestrings/contract/agent-credentials/operations'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

const Header = Compile(
  Type.Object(
    {
      alg: Type.Enum([...ASSERTION_ALGORITHMS], { type: 'string' }),
      kid: registerCredential.body.properties.kid,
      typ: Type.Literal(ASSERTION_TYP),
    },
    { additionalProperties: false },
  ),
)
const Claims = Compile(Type.Object({ iss: Type.String({ maxLength: 64 }) }))

export interface NamedKey {
  readonly kid: string
  readonly iss: string
  /** Nil, and so nobody's, if `iss` is not the one spelling of an agent id. */
  readonly agent_id: Uuid
}

export const readAssertion = (assertion: string): NamedKey | undefined => {
  const parts = assertion.split('.')
  if (parts.length !== 3) return undefined
  const [header, claims] = parts.map(jsonOf)
  if (!isOneSpelling(parts[2] ?? '') || !Header.Check(header) || !Claims.Check(claims)) return undefined
  const { iss } = claims
  return { kid: header.kid, iss, agent_id: uuidOf('agt', iss) }
}

const isOneSpelling = (part: string): boolean =>
  part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part

const jsonOf = (part: string): unknown => {
  if (!isOneSpelling(part)) return undefined
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
