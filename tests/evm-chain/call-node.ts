/** One JSON-RPC call to a node, as every program here makes it. */
export type Quantity = `0x${string}`

/** What the node refused, in its own words. */
export class NodeRefused extends Error {}

let calls = 0

export const callNode = async <Result>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<Result> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++calls, method, params }),
  })
  const answer = (await response.json()) as { result?: Result; error?: { message: string } }
  if (answer.error !== undefined) throw new NodeRefused(`${method}: ${answer.error.message}`)
  return answer.result as Result
}

export const quantity = (value: number | bigint): Quantity => `0x${value.toString(16)}`

/** The 32 bytes of an argument, as digits. */
export const word = (value: string | number | bigint): string =>
  (typeof value === 'string' ? value.toLowerCase().replace(/^0x/, '') : value.toString(16)).padStart(64, '0')
