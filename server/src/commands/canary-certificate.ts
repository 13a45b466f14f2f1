/** How long the certificate at an address is still valid, as anybody sees it who connects. */
import { connect } from 'node:tls'

const ANSWER_MS_MAX = 5_000

/** Undefined without TLS, and where nobody answers. */
export const certificateSecondsLeft = (base_url: string): Promise<number | undefined> => {
  const { protocol, hostname, port } = new URL(base_url)
  if (protocol !== 'https:') return Promise.resolve(undefined)
  const host = hostname.replaceAll(/[[\]]/g, '')
  return new Promise((resolve) => {
    // One that has expired already is looked at, too. Nothing is sent over this connection.
    const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false }, () => {
      const { valid_to } = socket.getPeerCertificate()
      socket.destroy()
      resolve((Date.parse(valid_to) - Date.now()) / 1000)
    })
    const nobody = () => {
      socket.destroy()
      resolve(undefined)
    }
    socket.setTimeout(ANSWER_MS_MAX, nobody)
    socket.once('error', nobody)
  })
}
