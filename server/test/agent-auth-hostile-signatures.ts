/** Signatures that are none: stripped, bent, of something else, or by somebody else. */
import { assertionOf, signed } from './agent.ts'
import type { Cast } from './agent-auth-hostile-assertions.ts'

const L = 2n ** 252n + 27742317777372353535851937790883648493n
const number = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`)
const little = (n: bigint): Buffer => Buffer.from(Buffer.from(n.toString(16).padStart(64, '0'), 'hex').toReversed())

export const hostileSignatures = ({ agent, sibling, stranger }: Cast): Record<string, string> => {
  const right = assertionOf(agent)
  const dot = right.lastIndexOf('.')
  const [input, signature] = [right.slice(0, dot), right.slice(dot + 1)]
  const bytes = Buffer.from(signature, 'base64url')
  const [r, s] = [bytes.subarray(0, 32), bytes.subarray(32)]
  const other = assertionOf(agent)
  const flipped = (at: number) => {
    const bent = Buffer.from(bytes)
    bent[at] = (bent[at] as number) ^ 1
    return bent
  }
  const given: Record<string, string | Buffer> = {
    stripped: '',
    'cut by a byte': bytes.subarray(0, 63),
    'cut by half': r,
    'with a byte more': Buffer.concat([bytes, Buffer.alloc(1)]),
    'all zero': Buffer.alloc(64),
    'all one': Buffer.alloc(64, 255),
    'R and S swapped': Buffer.concat([s, r]),
    'S and the order': Buffer.concat([r, little(number(s) + L)]),
    'S and twice the order': Buffer.concat([r, little(number(s) + 2n * L)]),
    'S negated': Buffer.concat([r, little(L - number(s))]),
    'R the identity and S zero': Buffer.concat([little(1n), Buffer.alloc(32)]),
    ...Object.fromEntries([0, 31, 32, 63].map((at) => [`bit of byte ${at} flipped`, flipped(at)])),
    'of another assertion': other.slice(other.lastIndexOf('.') + 1),
    'of the header alone': signed(agent.private_key, input.split('.')[0] as string),
    'of the claims alone': signed(agent.private_key, input.split('.')[1] as string),
    'of the decoded parts': signed(
      agent.private_key,
      input
        .split('.')
        .map((p) => Buffer.from(p, 'base64url').toString())
        .join('.'),
    ),
    'of a proof of possession': signed(agent.private_key, `svc.credential_proof.v1:${input}`),
    "by a sibling's key": signed(sibling.private_key, input),
    "by a stranger's key": signed(stranger.private_key, input),
    'the public key twice': Buffer.concat([
      Buffer.from(agent.public_key, 'base64url'),
      Buffer.from(agent.public_key, 'base64url'),
    ]),
    'in hex': bytes.toString('hex'),
    padded: `${signature}==`,
    'with stray bits at the end': signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(85) + 1),
    'in base64 that is not url': Buffer.alloc(64, 0xfb).toString('base64').replaceAll('=', ''),
  }
  const [header, claims] = input.split('.') as [string, string]
  const changed = Buffer.from(claims, 'base64url').toString().replace('"jti":"', '"jti":"x')
  return {
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        `signature ${name}`,
        `${input}.${typeof value === 'string' ? value : value.toString('base64url')}`,
      ]),
    ),
    'claims changed after signing': `${header}.${Buffer.from(changed).toString('base64url')}.${signature}`,
    'kid changed after signing': `${Buffer.from(
      JSON.stringify({ alg: 'EdDSA', typ: 'svc-agent-assertion+jwt', kid: sibling.kid }),
    ).toString('base64url')}.${claims}.${signature}`,
  }
}
