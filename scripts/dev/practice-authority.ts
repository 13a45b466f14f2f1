/**
 * A certificate authority for the practice site: made at every start and kept in memory, so that there is no key
 * on disk that could speak for anybody. By node-forge, since Node reads certificates but does not issue them, and
 * openssl is not on every machine.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import forge from 'node-forge'

const { pki, md } = forge
const LIFETIME_DAYS = 30
/** A clock that was set back a little must not make it invalid. */
const EARLIER_DAYS = 1

export interface Certificate {
  /** PEM */
  readonly cert: string
  readonly key: string
}

export interface PracticeAuthority {
  /** PEM of the authority itself, for those who are to trust it. */
  readonly root: string
  issue(host: string): Certificate
}

export function createPracticeAuthority(): PracticeAuthority {
  const name = 'Countersign practice authority'
  const keys = newKeys()
  const root = certificateFor(name, keys.publicKey, [
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ])
  root.setIssuer(root.subject.attributes)
  root.sign(keys.privateKey, md.sha256.create())
  return {
    root: pki.certificateToPem(root),
    issue(host) {
      const own = newKeys()
      const leaf = certificateFor(host, own.publicKey, [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        { name: 'subjectAltName', altNames: [{ type: DNS_NAME, value: host }] },
      ])
      leaf.setIssuer(root.subject.attributes)
      leaf.sign(keys.privateKey, md.sha256.create())
      return { cert: pki.certificateToPem(leaf), key: pki.privateKeyToPem(own.privateKey) }
    },
  }
}

/** Of the kinds of name in RFC 5280, 4.2.1.6. */
const DNS_NAME = 2

/** By Node, which takes a tenth of a second where node-forge takes several. */
function newKeys(): forge.pki.rsa.KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { privateKey: pki.privateKeyFromPem(privateKey), publicKey: pki.publicKeyFromPem(publicKey) }
}

function certificateFor(name: string, key: forge.pki.rsa.PublicKey, extensions: object[]): forge.pki.Certificate {
  const certificate = pki.createCertificate()
  certificate.publicKey = key
  // A first digit below 8 keeps the number positive.
  certificate.serialNumber = `1${randomBytes(16).toString('hex').slice(1)}`
  certificate.validity.notBefore = inDays(-EARLIER_DAYS)
  certificate.validity.notAfter = inDays(LIFETIME_DAYS)
  certificate.setSubject([{ name: 'commonName', value: name }])
  certificate.setExtensions(extensions)
  return certificate
}

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000)
