import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { type Bytes, toBase64, utf8Of } from './log-bytes.ts'
import { judgeProof, proofText, readProof } from './log-entry.ts'
import { hasQuorum, judgeNote, PolicyError, policyText, readPolicy } from './log-policy.ts'
import { leafHash } from './merkle-tree.ts'
import {
  checkpointText,
  cosignature,
  cosignedText,
  LOG_KEY_TYPE,
  noteOf,
  originOf,
  readCheckpoint,
  readNote,
  readVerifierKey,
  signatureLine,
  verifierKeyOf,
  verifierKeyText,
  WITNESS_KEY_TYPE,
} from './signed-note.ts'

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const keyOf = async (name: string, type: number, fill: number) => {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.alloc(32, fill)]), format: 'der', type: 'pkcs8' })
  const raw = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
  const verifier = await verifierKeyOf({ name, type, key: new Uint8Array(raw) })
  const signed = (text: string): Bytes => new Uint8Array(sign(null, utf8Of(text), key))
  return { verifier, signed }
}

const ORIGIN = 'pay.example/log'
const NOW = { now_s: 1_800_000_000 }
const log = await keyOf(ORIGIN, LOG_KEY_TYPE, 1)
const witnesses = await Promise.all([2, 3, 4].map((fill) => keyOf(`w${fill}.example`, WITNESS_KEY_TYPE, fill)))

const POLICY = `# ours
log ${verifierKeyText(log.verifier)} https://pay.example/log
${witnesses.map(({ verifier }, at) => `witness w${at}\t${verifierKeyText(verifier)}`).join('\n')}
group two 2 w0 w1 w2
quorum two
`
const policy = await readPolicy(POLICY)
const entry = utf8Of('{"an":"entry"}')
const text = checkpointText({ origin: ORIGIN, size: 1, root: await leafHash(entry) })
const logLine = signatureLine(log.verifier, log.signed(text))
const witnessLine = (at: number, time_s = NOW.now_s, over = text): string => {
  const { verifier, signed } = witnesses[at] as (typeof witnesses)[number]
  return signatureLine(verifier, cosignature(time_s, signed(cosignedText(time_s, over))))
}
const judged = (...lines: string[]) => judgeNote(policy, noteOf(text, lines), NOW)

describe('notes', () => {
  test('a key is read only with the id that is its own', async () => {
    const vkey = verifierKeyText(log.verifier)
    expect(await readVerifierKey(vkey)).toEqual(log.verifier)
    expect(await readVerifierKey(vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+'))).toBeUndefined()
    expect(await readVerifierKey(vkey.replace(ORIGIN, 'other.example/log'))).toBeUndefined()
    expect(await readVerifierKey('')).toBeUndefined()
  })

  test('the published key of Go reads', async () => {
    const go = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8'
    const key = await readVerifierKey(go)
    expect(key && verifierKeyText(key)).toBe(go)
  })

  test('unknown and doubled lines change nothing; a bad line of a known key does not count', async () => {
    const stranger = await keyOf('x.example', LOG_KEY_TYPE, 9)
    const foreign = signatureLine(stranger.verifier, stranger.signed(text))
    expect((await judged(logLine, foreign, logLine))?.checkpoint.size).toBe(1)
    const bad = signatureLine(log.verifier, stranger.signed(text))
    expect(await judged(bad)).toBeUndefined()
    expect(await judged(logLine, bad)).toBeUndefined()
    expect(await judged(foreign)).toBeUndefined()
    const badWitness = signatureLine((witnesses[0] as (typeof witnesses)[number]).verifier, new Uint8Array(72))
    expect((await judged(logLine, badWitness, witnessLine(1)))?.quorum).toBe(false)
  })

  test('a log signs under its own name alone', async () => {
    const other = checkpointText({ origin: 'other.example/log', size: 1, root: await leafHash(entry) })
    expect(
      await judgeNote(policy, noteOf(other, [signatureLine(log.verifier, log.signed(other))]), NOW),
    ).toBeUndefined()
  })

  test('a quorum needs two witnesses that saw this very checkpoint, by now', async () => {
    expect((await judged(logLine))?.quorum).toBe(false)
    expect((await judged(logLine, witnessLine(0), witnessLine(0)))?.quorum).toBe(false)
    expect(await judged(logLine, witnessLine(0), witnessLine(2))).toMatchObject({
      quorum: true,
      witnesses: [
        { name: 'w0', time_s: NOW.now_s },
        { name: 'w2', time_s: NOW.now_s },
      ],
    })
    expect((await judged(logLine, witnessLine(0), witnessLine(1, NOW.now_s + 3600)))?.quorum).toBe(false)
    const elsewhere = checkpointText({ origin: ORIGIN, size: 2, root: await leafHash(entry) })
    expect((await judged(logLine, witnessLine(0), witnessLine(1, NOW.now_s, elsewhere)))?.quorum).toBe(false)
  })

  test('what is no note, and what is no checkpoint', () => {
    for (const wrong of ['', '\n', text, `${text}\n${logLine}`, `${text}\n- a b\n`, `${text}\u0001\n${logLine}\n`]) {
      expect([wrong, readNote(wrong)]).toEqual([wrong, undefined])
    }
    expect(originOf('https://pay.example')).toBe(ORIGIN)
    const root = toBase64(new Uint8Array(32))
    for (const wrong of [
      `a\n01\n${root}\n`,
      `a\n1\n${root}`,
      `\n1\n${root}\n`,
      `a\n1\nAA==\n`,
      `a\n1\n${root}\n\nb\n`,
    ]) {
      expect([wrong, readCheckpoint(wrong)]).toEqual([wrong, undefined])
    }
    expect(readCheckpoint(`a\n1\n${root}\nmore\n`)?.size).toBe(1)
  })

  test.prop([fc.nat(), fc.integer({ min: 1, max: 255 })])(
    'no byte of a cosigned note can be changed',
    async (at, xor) => {
      const bytes = utf8Of(noteOf(text, [logLine, witnessLine(0), witnessLine(1)]))
      bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ xor
      const changed = await judgeNote(policy, new TextDecoder().decode(bytes), NOW)
      expect(changed?.quorum ?? false).toBe(false)
    },
  )
})

describe('policies', () => {
  test('are written as they are read', async () => {
    expect(await readPolicy(policyText(policy))).toEqual(policy)
  })

  test.each([
    ['no quorum', POLICY.replace('quorum two', '')],
    ['two quorums', `${POLICY}quorum none\n`],
    ['a quorum that nobody defined', POLICY.replace('quorum two', 'quorum three')],
    ['a member twice', POLICY.replace('2 w0 w1 w2', '2 w0 w0 w2')],
    ['too many wanted', POLICY.replace('2 w0 w1 w2', '4 w0 w1 w2')],
    ['none wanted', POLICY.replace('2 w0 w1 w2', '0 w0 w1 w2')],
    ['a name twice', POLICY.replace('witness w1', 'witness w0')],
    ['a key twice', `log ${verifierKeyText(log.verifier)}\n${POLICY}`],
    [
      'the key of a witness for a log',
      `log ${verifierKeyText((witnesses[0] as (typeof witnesses)[number]).verifier)}\n${POLICY}`,
    ],
    ['a word that means nothing', `${POLICY}trust me\n`],
    ['a control character', `${POLICY}\r\n`],
  ])('%s is refused', async (_, wrong) => {
    await expect(readPolicy(wrong)).rejects.toThrow(PolicyError)
  })

  test('groups hold groups', async () => {
    const nested = await readPolicy(POLICY.replace('group two 2 w0 w1 w2', 'group one any w0 w1\ngroup two all one w2'))
    expect(hasQuorum(nested, new Set(['w0', 'w1']))).toBe(false)
    expect(hasQuorum(nested, new Set(['w1', 'w2']))).toBe(true)
    expect(hasQuorum({ ...nested, quorum: 'none' }, new Set())).toBe(true)
  })
})

describe('proofs', () => {
  const proof = proofText({ index: 0, hashes: [], checkpoint: noteOf(text, [logLine]) })

  test('a proof holds for its entry and for no other', async () => {
    expect(await judgeProof(policy, entry, proof)).toMatchObject({ index: 0, quorum: false })
    expect(await judgeProof(policy, utf8Of('another'), proof)).toBeUndefined()
    expect(await judgeProof(policy, entry, proof.replace('index 0', 'index 1'))).toBeUndefined()
  })

  test('extra data is passed over; what is no proof is none', () => {
    expect(readProof(proof.replace('index', 'extra AAAA\nindex'))?.index).toBe(0)
    for (const wrong of [
      '',
      proof.replace('@v1', '@v2'),
      proof.replace('index 0', 'index 00'),
      proof.replace('index 0', 'index 0\nAA=='),
    ]) {
      expect([wrong, readProof(wrong)]).toEqual([wrong, undefined])
    }
  })
})
