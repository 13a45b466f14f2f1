/**
 * What we sign and log, others can check: Go's checksum database code accepts our notes, tiles and proofs, and Python's
 * cryptography every kind of signature.
 */
import { spawnSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Bytes, joined, type Sha256, toBase64, utf8Of } from '@pursestrings/protocol/log/log-bytes'
import { nodesOfTiles, TILE_WIDTH, tilePath, widthOf } from '@pursestrings/protocol/log/log-tiles'
import {
  consistencyRanges,
  hashesOf,
  inclusionRanges,
  leafHash,
  rootOf,
  rootOfHashes,
} from '@pursestrings/protocol/log/merkle-tree'
import {
  checkpointText,
  cosignature,
  cosignedText,
  LOG_KEY_TYPE,
  noteOf,
  signatureLine,
  verifierKeyOf,
  verifierKeyText,
  WITNESS_KEY_TYPE,
} from '@pursestrings/protocol/log/signed-note'
import { generateDeviceKey, signConnectionChange, signDecision, signKeyProof } from '@pursestrings/sdk'
import { expect, test } from 'vitest'
import {
  factsDigest,
  factsKeysOf,
  passingFactsKey,
  receiptSignerOf,
} from '../../server/src/transparency/facts-keys/facts-keys.ts'
import { endorse, publicJwk } from '../../server/src/transparency/facts-keys/read-facts-keys.ts'

/** A third level of tiles takes long to hash: before a release. */
const SIZES = [0, 1, 2, 3, 255, 256, 257, ...(process.env['CHECK_FULL'] === '1' ? [65_535, 65_536, 65_537] : [])]
const GO = '/usr/bin/go'
const MODULES = '/usr/share/gocode/src/golang.org/x/mod/sumdb'
const PROGRAM = fileURLToPath(new URL('signed-output/main.go', import.meta.url))
const SIGNATURES = fileURLToPath(new URL('signed-output/signatures.py', import.meta.url))
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const sha256: Sha256 = (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer'))

const signerOf = async (name: string, type: number, fill: number) => {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.alloc(32, fill)]), format: 'der', type: 'pkcs8' })
  const raw = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
  const verifier = await verifierKeyOf({ name, type, key: new Uint8Array(raw) })
  return { verifier, signed: (text: string): Bytes => new Uint8Array(sign(null, utf8Of(text), key)) }
}

/** Every level of hashes that tiles are cut from. */
const levelsOf = async (size: number): Promise<Bytes[][]> => {
  let row = await Promise.all(Array.from({ length: size }, (_, at) => leafHash(utf8Of(`{"leaf":${at}}`), sha256)))
  const levels = [row]
  while (row.length >= TILE_WIDTH) {
    const above: Bytes[] = []
    for (let at = 0; at + TILE_WIDTH <= row.length; at += TILE_WIDTH) {
      above.push(await rootOfHashes(row.slice(at, at + TILE_WIDTH), sha256))
    }
    levels.push(above)
    row = above
  }
  return levels
}

test.skipIf(!process.env['CI'] && !existsSync(MODULES))(
  'Go opens our checkpoints and accepts our tiles, inclusion and consistency proofs',
  async () => {
    const origin = 'pay.example/log'
    const log = await signerOf(origin, LOG_KEY_TYPE, 1)
    const witness = await signerOf('witness.example', WITNESS_KEY_TYPE, 2)
    const whole = await levelsOf(Math.max(...SIZES))
    const trees = []
    const counts = { notes: SIZES.length, tiles: 0, inclusions: 0, consistencies: 0 }
    for (const size of SIZES) {
      const read = (level: number, tile: number) =>
        (whole[level] ?? []).slice(tile * TILE_WIDTH, tile * TILE_WIDTH + widthOf({ level, tile }, size))
      const nodes = nodesOfTiles(size, async ({ level, tile }) => read(level, tile), sha256)
      const root = await rootOf(size, nodes, sha256)
      const text = checkpointText({ origin, size, root })
      const time = 1_800_000_000
      const note = noteOf(text, [
        signatureLine(log.verifier, log.signed(text)),
        signatureLine(witness.verifier, cosignature(time, witness.signed(cosignedText(time, text)))),
      ])
      const tiles: Record<string, string> = {}
      for (const level of whole.keys()) {
        for (let tile = 0; ; tile++) {
          const width = widthOf({ level, tile }, size)
          if (width === 0) break
          tiles[tilePath({ level, tile, width })] = toBase64(joined(...read(level, tile)))
        }
      }
      const places = [...new Set([0, 1, 254, 255, 256, Math.floor(size / 2), size - 2, size - 1])]
      const inclusion = await Promise.all(
        places
          .filter((index) => index >= 0 && index < size)
          .map(async (index) => ({
            index,
            leaf: toBase64(whole[0]?.[index] as Bytes),
            hashes: (await hashesOf(inclusionRanges(index, size), nodes, sha256)).map(toBase64),
          })),
      )
      const consistency = await Promise.all(
        SIZES.filter((old) => old > 0 && old <= size).map(async (old) => ({
          old,
          root: toBase64(await rootOf(old, nodes, sha256)),
          hashes: (await hashesOf(consistencyRanges(old, size), nodes, sha256)).map(toBase64),
        })),
      )
      counts.tiles += Object.keys(tiles).length
      counts.inclusions += inclusion.length
      counts.consistencies += consistency.length
      const [logKey, witnessKey] = [verifierKeyText(log.verifier), verifierKeyText(witness.verifier)]
      trees.push({ note, log: logKey, witness: witnessKey, tiles, inclusion, consistency })
    }
    // Debian's packages are a GOPATH; nothing is fetched.
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '', GOPROXY: 'off' }
    const run = spawnSync(GO, ['run', PROGRAM], { input: JSON.stringify(trees), env, encoding: 'utf8' })
    expect(run.stderr).toBe('')
    expect(JSON.parse(run.stdout)).toEqual(counts)
  },
)

test('Python accepts every kind of signature that we make, and none of which a bit was flipped', async () => {
  const origin = 'pay.example/log'
  const log = await signerOf(origin, LOG_KEY_TYPE, 1)
  const witness = await signerOf('witness.example', WITNESS_KEY_TYPE, 2)
  const text = checkpointText({ origin, size: 1, root: new Uint8Array(32) })
  const note = noteOf(text, [
    signatureLine(log.verifier, log.signed(text)),
    signatureLine(witness.verifier, cosignature(9, witness.signed(cosignedText(9, text)))),
  ])
  const [facts, next, receipt] = [passingFactsKey(), passingFactsKey(), passingFactsKey()]
  const issuer = 'https://pay.example'
  const signed: object[] = [
    { kind: 'checkpoint', vkey: verifierKeyText(log.verifier), note },
    { kind: 'cosignature', vkey: verifierKeyText(witness.verifier), note },
    {
      kind: 'svc-payment-facts+jws',
      jws: factsKeysOf([facts], issuer).signFacts('{"amount":"1"}', factsDigest('{"amount":"1"}')),
      jwk: publicJwk(facts),
    },
    {
      kind: 'svc-key-endorsement+jws',
      jws: endorse({ kid: facts.kid, private_key: facts.private_key as KeyObject }, publicJwk(next), issuer),
      jwk: publicJwk(facts),
    },
    {
      kind: 'svc-unpaid-statement+jws',
      jws: receiptSignerOf([receipt])('svc-unpaid-statement+jws', { type: 'svc.unpaid_statement.v1' }),
      jwk: publicJwk(receipt, 'receipt'),
    },
  ]
  for (const alg of ['EdDSA', 'ES256'] as const) {
    const key = await generateDeviceKey(alg)
    const about = { aud: issuer, device_id: 'dev_1', connection_id: 'con_1' }
    const decision = { ...about, request_id: 'pr_1', facts_digest: '00', status: 'signed' }
    const proof = { aud: issuer, device_id: 'dev_1', kid: key.kid, challenge: 'c' }
    const change = { aud: issuer, connection_id: 'con_1', decision_signature: 'optional' as const }
    const jwk = key.public_key
    signed.push(
      { kind: 'svc-device-decision+jws', jws: await signDecision(key, decision), jwk },
      { kind: 'svc-device-key-proof+jws', jws: await signKeyProof(key, proof), jwk },
      { kind: 'svc-connection-change+jws', jws: await signConnectionChange(key, change), jwk },
    )
  }
  const run = spawnSync('/usr/bin/python3', [SIGNATURES], { input: JSON.stringify(signed), encoding: 'utf8' })
  expect(run.stderr).toBe('')
  expect(JSON.parse(run.stdout)).toEqual({
    'checkpoint OKP': 1,
    'cosignature OKP': 1,
    'svc-payment-facts+jws OKP': 1,
    'svc-key-endorsement+jws OKP': 1,
    'svc-unpaid-statement+jws OKP': 1,
    'svc-device-decision+jws OKP': 1,
    'svc-device-key-proof+jws OKP': 1,
    'svc-connection-change+jws OKP': 1,
    'svc-device-decision+jws EC': 1,
    'svc-device-key-proof+jws EC': 1,
    'svc-connection-change+jws EC': 1,
  })
})
