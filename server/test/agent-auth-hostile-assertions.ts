/** What an attacker sends in place of an assertion (RFC 8725, RFC 7515, RFC 7523). Each is wrong in one respect only. */
import { assertionOf, claimsOf, compact, type KeyPair, type Signer, signed } from './agent.ts'
import { wrongClaims, wrongNames } from './agent-auth-hostile-claims.ts'
import { wrongAlgorithms, wrongHeaders, wrongKids } from './agent-auth-hostile-headers.ts'
import { hostileSignatures } from './agent-auth-hostile-signatures.ts'

export interface Cast {
  readonly agent: Signer & KeyPair
  /** Of the same merchant. */
  readonly sibling: Signer & KeyPair
  /** Of another merchant. */
  readonly stranger: Signer & KeyPair
  readonly merchant_id: string
}

const TYP = 'svc-agent-assertion+jwt'
const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export const hostileAssertions = (cast: Cast): Record<string, string> => ({
  ...wrongAlgorithms(cast),
  ...wrongHeaders(cast),
  ...wrongKids(cast),
  ...wrongNames(cast),
  ...wrongClaims(cast),
  ...wrongForms(cast),
  ...hostileSignatures(cast),
})

const wrongForms = ({ agent }: Cast): Record<string, string> => {
  const right = assertionOf(agent)
  const [header, claims, signature] = right.split('.') as [string, string, string]
  const inner = assertionOf(agent)
  return {
    'white space before': ` ${right}`,
    'white space after': `${right} `,
    'a line feed after': `${right}\n`,
    'white space inside': `${header}. ${claims}.${signature}`,
    'a line feed inside a part': `${header.slice(0, 8)}\n${header.slice(8)}.${claims}.${signature}`,
    'a scheme before': `Bearer ${right}`,
    quotes: `"${right}"`,
    'a NUL after': `${right}\u0000`,
    'two parts': `${header}.${claims}`,
    'four parts': `${right}.${signature}`,
    'no header': `.${claims}.${signature}`,
    'no claims': `${header}..${signature}`,
    'padding in the header': `${header}==.${claims}.${signature}`,
    'a token with disclosures': `${right}~disclosure~`,
    'JWE in compact form': `${text({ alg: 'dir', enc: 'A256GCM', typ: TYP, kid: agent.kid })}..AAAA.AAAA.AAAA`,
    'five parts': `${right}.AAAA.AAAA`,
    'JSON serialization': JSON.stringify({ protected: header, payload: claims, signature }),
    'general JSON serialization': JSON.stringify({ payload: claims, signatures: [{ protected: header, signature }] }),
    nested: compact({ alg: 'EdDSA', kid: agent.kid, typ: TYP }, inner, (i) => signed(agent.private_key, i)),
    'header that is a list': compact([], claimsOf(agent), (i) => signed(agent.private_key, i)),
    'header that is no JSON': compact('{', claimsOf(agent), (i) => signed(agent.private_key, i)),
    'header of bytes that are no UTF-8': `${Buffer.from([0xff, 0xfe]).toString('base64url')}.${claims}.${signature}`,
    dots: '..',
    'one dot': '.',
    'no token': 'x',
    'an agent token': `svc_agent_${'0'.repeat(49)}`,
    'the longest that is read': `${right}${'A'.repeat(4096 - right.length)}`,
  }
}
