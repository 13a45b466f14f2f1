/** A server behind the practice site: it answers challenges, and everything with the status that the test wants. */
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export const receive = async (site_folder: string) => {
  const receiver = { answer: 200, heard: [] as string[] }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { type, data } = JSON.parse(await text(request)) as { type: string; data: { challenge?: string } }
    receiver.heard.push(type)
    response.writeHead(receiver.answer, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ challenge: data.challenge }))
  }
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  await mkdir(site_folder, { recursive: true })
  await writeFile(join(site_folder, '.posts-go-to'), String((server.address() as AddressInfo).port))
  return receiver
}
