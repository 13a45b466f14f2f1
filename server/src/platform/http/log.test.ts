/** Whatever is written down by mistake, what has the form of a secret is struck out of the line. */
import { Writable } from 'node:stream'
import { newSecret, SECRET_KINDS } from '@pursestrings/protocol/secrets'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const logged = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let lines = ''
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines += chunk.toString()
      done()
    },
  })
  write(createLog('debug', destination))
  return lines
}

const SECRETS = [
  ...SECRET_KINDS.map((kind) => [kind, newSecret(kind)] as const),
  ['webhook', `whsec_${Buffer.alloc(32, 7).toString('base64')}`] as const,
]

test.each(SECRETS)('a secret of kind %s is struck out wherever it stands in a line', (_, secret) => {
  const said = logged((log) => {
    log.info(`glued${secret}to other text, and ${secret} again`)
    log.warn({ path: `/v1/things?token=${secret}`, deep: { list: [secret] } }, 'in a field')
    log.error({ err: new Error(`refused ${secret}`, { cause: new Error(secret) }) }, 'in an error')
    log.child({ request_id: secret }).debug('in what every line of a call carries')
  })
  expect(said.trim().split('\n')).toHaveLength(4)
  expect(said).toContain('glued[secret]to other text, and [secret] again')
  expect(said).not.toContain(secret)
})

test('an error of the database is written down without the row that its detail quotes', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@example.com)' })
  const [line] = logged((log) => log.error({ err: error }, 'failed')).split('\n')
  expect(JSON.parse(line as string).err).toMatchObject({ message: 'duplicate key', code: '23505' })
  expect(line).not.toContain('ada@example.com')
})
