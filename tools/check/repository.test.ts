/** The repository's own files: workflows can do no more than they need, and packages say where they come from. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { RELEASED } from '../release/pack-packages.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(ROOT + file, 'utf8')
const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT })

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly engines?: { readonly node: string }
  readonly keywords?: readonly string[]
  readonly homepage?: string
  readonly bugs?: string
  readonly repository?: { readonly url: string; readonly directory: string }
  readonly publishConfig?: { readonly access: string; readonly provenance: boolean }
}
const manifest = (file: string): Manifest => JSON.parse(read(file)) as Manifest
const FOR_NPM = RELEASED

test('every action is pinned to a commit, with its version beside it', () => {
  const used = workflows.flatMap((file) => [...read(file).matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action))
  expect(used.length).toBeGreaterThan(3)
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+(\/\w+)?@[0-9a-f]{40} # v[\d.]+$/)
})

test('a workflow reads the repository and no more; only a release may say who it is, and no checkout keeps a credential', () => {
  expect(workflows.length).toBe(5)
  for (const file of workflows) {
    const text = read(file)
    expect(text).toMatch(/^permissions:\n {2}contents: read\n(?! )/m)
    const written = [...text.matchAll(/^ +([\w-]+): write\b/gm)].map(([, what]) => what)
    const more: Readonly<Record<string, readonly string[]>> = {
      'release.yml': ['contents', 'packages', 'id-token', 'attestations'],
      'security.yml': ['security-events'],
    }
    expect([file, written]).toEqual([file, more[basename(file)] ?? []])
    expect(text).not.toMatch(/pull_request_target|secrets\./)
    const [checkouts, without] = [/uses: actions\/checkout/g, /persist-credentials: false/g].map((one) =>
      text.match(one),
    )
    expect(without?.length).toBe(checkouts?.length)
  }
})

test('code, changed dependencies and the image are scanned: the image before anything is uploaded', () => {
  const security = read('.github/workflows/security.yml')
  for (const action of ['github/codeql-action/analyze', 'actions/dependency-review-action'])
    expect(security).toContain(`uses: ${action}@`)
  const release = read('.github/workflows/release.yml')
  const [scan = 0, ...uploads] = ['anchore/scan-action@', 'npm publish', 'docker push'].map((one) =>
    release.indexOf(one),
  )
  expect([scan > 0, uploads.every((one) => one > scan)]).toEqual([true, true])
})

test('every published package says where it comes from, and all have one version', () => {
  const published = FOR_NPM.map((name) => ({ ...manifest(`packages/${name}/package.json`), at: name }))
  for (const { at, keywords, homepage, bugs, repository, publishConfig } of published) {
    expect(repository).toMatchObject({ directory: `packages/${at}` })
    expect(repository?.url).toMatch(/^git\+https:\/\/.+\.git$/)
    for (const address of [homepage, bugs]) expect(address).toMatch(/^https:\/\//)
    expect(keywords?.length).toBeGreaterThan(3)
    expect(publishConfig).toEqual({ access: 'public', provenance: true })
  }
  expect(new Set(published.map(({ version }) => version)).size).toBe(1)
  const { fixed } = JSON.parse(read('.changeset/config.json')) as { fixed: string[][] }
  expect(fixed).toEqual([published.map(({ name }) => name)])
})

test('the Node of editors and workflows is the one that the packages need', () => {
  expect(`>=${read('.nvmrc').trim()}`).toBe(manifest('package.json').engines?.node)
})

test('what only a full check runs is run every night, with the history that its age is read from', () => {
  const full = read('.github/workflows/full.yml')
  expect(full).toMatch(/schedule:\n +- cron: /)
  expect(full).toContain('run: .ci/run --full')
  expect(read('.ci/run')).toMatch(/^npm run --silent check -- --rerun-failed-files "\$@"$/m)
  for (const text of [full, read('.github/workflows/ci.yml')]) expect(text).toContain('fetch-depth: 0')
})
