/** The Helm chart, rendered: settings that exist, selectors that select, pods that can do next to nothing. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { Settings } from '../src/platform/config.ts'

const CHART = fileURLToPath(new URL('../../deploy/helm/', import.meta.url))
const PROGRAM = fileURLToPath(new URL('render-chart/main.go', import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-chart-'))
  const built = spawnSync('go', ['build', '-o', join(folder, 'render'), PROGRAM], {
    env: { ...process.env, GO111MODULE: 'off', GOFLAGS: '', GOCACHE: join(tmpdir(), 'pursestrings-go-cache') },
    encoding: 'utf8',
  })
  expect([built.status, built.stderr]).toEqual([0, ''])
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true }))

const asked = {
  BASE_URL: 'https://pay.example',
  DNS_SERVERS: '192.0.2.1,192.0.2.2',
  MAIL_FROM: 'Pay <no-reply@pay.example>',
}
interface Values {
  image: string
  ingress: { host: string; tlsSecret: string }
  monitoring: { enabled: boolean }
  canary: { secretName: string }
  settings: Record<string, string>
  secret: { name: string; keys: string[]; keyStoreKey: string; revision: string }
}
const filled = (): Values => {
  const values = parse(readFileSync(`${CHART}values.yaml`, 'utf8')) as Values
  const settings = { ...values.settings, ...asked }
  return {
    ...values,
    image: 'registry.example/pursestrings-server@sha256:00',
    settings,
    secret: { ...values.secret, name: 'pursestrings' },
  }
}

// oxlint-disable-next-line typescript/no-explicit-any
type Manifest = any

const render = (values: object, plant: (text: string) => string = (text) => text): Manifest[] | string => {
  const files = globSync('templates/*', { cwd: CHART })
    .toSorted()
    .map((name) => {
      const file = join(folder, basename(name))
      writeFileSync(file, plant(readFileSync(CHART + name, 'utf8')))
      return file
    })
  const input = JSON.stringify({ Values: values, Release: { Name: 'pay' } })
  const { status, stdout, stderr } = spawnSync(join(folder, 'render'), files, { input, encoding: 'utf8' })
  if (status !== 0) return stderr
  return parseAllDocuments(stdout).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    const manifest = document.toJS()
    return manifest === null ? [] : [manifest]
  })
}

/** All that is wrong with the manifests, in words. */
const faultsOf = (manifests: readonly Manifest[]): string[] => {
  const faults: string[] = []
  const pods = manifests.flatMap(({ kind, metadata, spec }) =>
    kind === 'Deployment' || kind === 'Job'
      ? [{ name: metadata.name, labels: spec.template.metadata.labels, spec: spec.template.spec }]
      : [],
  )
  const selects = (labels: object, selector: object) =>
    Object.entries(selector).every(([name, value]) => (labels as Record<string, unknown>)[name] === value)
  for (const { kind, metadata, spec } of manifests) {
    const selector = kind === 'Service' ? spec.selector : (spec.selector ?? spec.podSelector)?.matchLabels
    if (
      kind === 'PodMonitor' &&
      !pods.some(({ spec: pod }) =>
        pod.containers[0].ports?.some(({ name }: { name: string }) => name === spec.podMetricsEndpoints[0].port),
      )
    )
      faults.push(`${kind} ${metadata.name} asks a port that no pod has`)
    if (selector !== undefined && !pods.some(({ labels }) => selects(labels, selector)))
      faults.push(`${kind} ${metadata.name} selects no pod`)
  }
  for (const { name, spec } of pods) {
    if (spec.automountServiceAccountToken !== false) faults.push(`${name} has the token of an account`)
    if (spec.securityContext.runAsNonRoot !== true) faults.push(`${name} may be root`)
    const mounted = new Set(spec.volumes[0].secret.items.map(({ path }: { path: string }) => path))
    for (const { env, securityContext, ports = [], readinessProbe } of spec.containers) {
      if (securityContext.readOnlyRootFilesystem !== true) faults.push(`${name} may write`)
      if (securityContext.capabilities?.drop?.[0] !== 'ALL') faults.push(`${name} has capabilities`)
      const probed = readinessProbe?.httpGet.port
      if (probed !== undefined && !ports.some((port: { name: string }) => port.name === probed))
        faults.push(`${name} is probed at a port that it has not`)
      for (const { name: setting, value } of env as { name: string; value: unknown }[]) {
        if (!(setting.replace(/_FILE$/, '') in Settings.properties))
          faults.push(`${name} sets ${setting}, which is no setting`)
        if (typeof value !== 'string') faults.push(`${name} sets ${setting} to something that is no text`)
        if (setting.endsWith('_FILE') && !mounted.has(basename(String(value))))
          faults.push(`${name} lacks the file of ${setting}`)
      }
      const names = env.map((one: { name: string }) => one.name)
      if (new Set(names).size < names.length) faults.push(`${name} sets something twice`)
    }
  }
  return faults
}

test('rendered, nothing is wrong with it', () => {
  const manifests = render(filled()) as Manifest[]
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
    'Deployment pay-api',
    'Deployment pay-worker',
    'Job pay-migrate',
    'NetworkPolicy pay',
    'PodDisruptionBudget pay-api',
    'PodDisruptionBudget pay-worker',
    'Service pay-api',
  ])
  expect(faultsOf(manifests)).toEqual([])
  const grace = manifests.find(({ kind }) => kind === 'Deployment').spec.template.spec.terminationGracePeriodSeconds
  expect(grace * 1000).toBeGreaterThanOrEqual(Number(filled().settings.DRAIN_MS) + 30_000)
})

test('with all it can have, nothing is wrong with it either; a changed secret restarts its pods', () => {
  const values = filled()
  const whole: Values = {
    ...values,
    settings: { ...values.settings, LEDGER_SOURCES: '[]', LOG_MIRROR: 'https://mirror.example/pay' },
    secret: { ...values.secret, keys: ['DATABASE_URL'], keyStoreKey: 'KEYS' },
    ingress: { ...values.ingress, host: 'pay.example', tlsSecret: 'pay-tls' },
    monitoring: { enabled: true },
    canary: { ...values.canary, secretName: 'pay-canary' },
  }
  const manifests = render(whole) as Manifest[]
  expect(faultsOf(manifests)).toEqual([])
  const named = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  expect(named).toEqual(expect.arrayContaining(['Ingress pay', 'PodMonitor pursestrings-pay', 'Deployment pay-canary']))
  const env = manifests.find(({ metadata }) => metadata.name === 'pay-worker').spec.template.spec.containers[0].env
  expect(env).toEqual(
    expect.arrayContaining([
      { name: 'KEY_STORE', value: 'file:/run/secrets/pursestrings/KEYS' },
      { name: 'LOG_MIRROR', value: 'https://mirror.example/pay' },
      { name: 'LEDGER_SOURCES', value: '[]' },
    ]),
  )
  const pods = (revision: string) =>
    (render({ ...whole, secret: { ...whole.secret, revision } }) as Manifest[])
      .filter(({ metadata, kind }) => kind === 'Deployment' && metadata.name !== 'pay-canary')
      .map(({ spec }) => JSON.stringify(spec.template))
  expect(pods('2').filter((pod) => pods('1').includes(pod))).toEqual([])
})

test.each([
  ['MAIL_FROM', 'settings.MAIL_FROM must be'],
  ['image', 'image must name the image'],
  ['BASE_URL', 'settings.BASE_URL must be'],
  ['secret', 'secret.name must name a secret'],
] as const)('without %s it says what is missing', (missing, message) => {
  const values = filled()
  if (missing === 'image') values.image = ''
  else if (missing === 'secret') values.secret.name = ''
  else values.settings[missing] = ''
  expect(render(values)).toContain(message)
})

test.each([
  ['settings.BASE_URL', 'settings.BASE_URI', 'BASE_URI'],
  ['name: OPS_HOST', 'name: OPS_HORST', 'which is no setting'],
  ['readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', 'may write'],
  ['runAsNonRoot: true', 'runAsNonRoot: false', 'may be root'],
  ['app.kubernetes.io/component: api\n  ports', 'app.kubernetes.io/component: apis\n  ports', 'selects no pod'],
  ['- { name: ops, containerPort', '- { name: opps, containerPort', 'probed at a port that it has not'],
  ['automountServiceAccountToken: false', 'automountServiceAccountToken: true', 'token of an account'],
])('a planted fault is found: %s → %s', (from, to, found) => {
  let planted = 0
  const manifests = render(filled(), (text) => {
    planted += text.split(from).length - 1
    return text.replaceAll(from, to)
  })
  expect(planted).toBeGreaterThan(0)
  expect(typeof manifests === 'string' ? manifests : faultsOf(manifests).join()).toContain(found)
})
