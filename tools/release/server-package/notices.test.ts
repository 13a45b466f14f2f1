import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Bundled, describePackage, noticesOf, sbomOf } from './bundle.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OF = { name: 'pursestrings-server', version: '0.1.0' }
const bundled: Bundled[] = ['fastify', 'pg', 'typebox'].map((name) => describePackage(`${ROOT}node_modules/${name}`))

test('the list of packages is in order, with the bytes of each, and says nothing of when and where it was made', () => {
  const text = sbomOf(bundled, OF, ROOT)
  const { components } = JSON.parse(text) as { components: { name: string; hashes: { content: string }[] }[] }
  expect(components.map(({ name }) => name)).toEqual(['fastify', 'pg', 'typebox'])
  for (const { hashes } of components) expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/)
  expect(text).not.toContain(ROOT)
  expect(text).not.toMatch(/timestamp|serialNumber|urn:uuid/)
})

test('every package stands in the notices with its license in full, and one that we may not ship is refused', () => {
  const notices = noticesOf(bundled)
  for (const { name, version, license } of bundled) expect(notices).toContain(`${name} ${version} (${license})`)
  expect(notices).toContain('Permission is hereby granted')
  const [first] = bundled
  expect(() => noticesOf([{ ...(first as Bundled), license: 'AGPL-3.0' }])).toThrow('fastify (AGPL-3.0)')
})

/** Only `npm run dev` serves it. */
const FOR_DEVELOPMENT = ['apps/wallet/demo-shop/dist']

test('what the service reads while it runs is put into its package', () => {
  const packed = readFileSync(`${ROOT}tools/release/package-server.ts`, 'utf8')
  const sources = globSync('server/src/**/*.ts', { cwd: ROOT }).map((file) => readFileSync(ROOT + file, 'utf8'))
  const read = sources.flatMap((text) =>
    Array.from(text.matchAll(/fileAt\('([^']+)\/'\)/g), ([, folder = '']) => folder),
  )
  expect(read.length).toBeGreaterThanOrEqual(5)
  expect(read.filter((folder) => !packed.includes(`'${folder}'`))).toEqual(FOR_DEVELOPMENT)
})
