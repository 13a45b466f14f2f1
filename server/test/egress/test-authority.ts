// Test double: a certificate authority of our own, so that TLS is really verified in tests. Made with the openssl
// command because Node can read certificates but not issue them; elliptic keys keep it to a few milliseconds each.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Certificate = { readonly key: string; readonly cert: string }

export type TestAuthority = {
  /** PEM of the root, for `trusted_cas`. */
  readonly root: string
  /** A certificate for these names and addresses. */
  readonly issue: (hosts: readonly string[]) => Certificate
  readonly [Symbol.dispose]: () => void
}

export function createTestAuthority(name = 'Pursestrings test authority'): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-authority-'))
  const make = (file: string, subject: string, extra: readonly string[]): Certificate => {
    const key = join(folder, `${file}.key`)
    const cert = join(folder, `${file}.pem`)
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const args = ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-subj', `/CN=${subject}`, ...extra]
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  }
  const root = make('root', name, ['-days', '2'])
  const signedByRoot = ['-CA', join(folder, 'root.pem'), '-CAkey', join(folder, 'root.key'), '-days', '1']
  const notAnAuthority = ['-addext', 'basicConstraints=critical,CA:FALSE']
  let issued = 0

  return {
    root: root.cert,
    issue(hosts) {
      const names = hosts.map((host) => `${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`).join(',')
      issued += 1
      return make(`leaf-${issued}`, 'a merchant', [
        ...signedByRoot,
        ...notAnAuthority,
        '-addext',
        `subjectAltName=${names}`,
      ])
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
