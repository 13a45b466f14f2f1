// Asks DNS itself, never the machine's hosts file, and reports what each resolver saw instead of one merged answer.
//
// Truncation: c-ares, under node:dns, repeats a truncated UDP answer over TCP and gives up when TCP fails; what stood in
// the truncated packet is never reported. Nothing is cached here: every call asks again.
import { Resolver } from 'node:dns/promises'

export type DnsOutcome = 'answer' | 'nxdomain' | 'no_data' | 'timeout' | 'error'

export type DnsAnswer = {
  readonly resolver: string
  readonly outcome: DnsOutcome
  readonly values: readonly string[]
  readonly took_ms: number
  /** The resolver's own error code, when the outcome is `error`. */
  readonly detail?: string
}

export type Dns = {
  /** One answer per resolver, in the order of `servers`; the strings of a TXT record are joined. */
  readonly txt: (name: string) => Promise<DnsAnswer[]>
  /** IPv4 before IPv6; the servers are alternatives here, not witnesses. */
  readonly addresses: (host: string) => Promise<DnsAnswer>
}

export type DnsOptions = {
  /** Each `ip`, `ip:port` or `[ip]:port`. */
  readonly servers: readonly string[]
  readonly timeout_ms: number
  /** Told of every question. A resolver that says that a name is broken has answered. */
  readonly onAnswer?: (resolver: string, said: 'answered' | 'silent') => void
}

const OUTCOMES: Readonly<Record<string, DnsOutcome>> = {
  ENOTFOUND: 'nxdomain',
  ENODATA: 'no_data',
  ETIMEOUT: 'timeout',
  ECANCELLED: 'timeout',
}

export function createDns({ servers, timeout_ms, onAnswer = () => {} }: DnsOptions): Dns {
  const ask = async (
    input: readonly string[],
    query: (resolver: Resolver) => Promise<string[]>,
  ): Promise<DnsAnswer> => {
    // A Resolver per question, because `cancel` ends every question that a Resolver has open.
    // Node looks at its open questions once per `timeout`, so a lost packet is noticed after one or two of them.
    const resolver = new Resolver({ timeout: Math.ceil(timeout_ms / 4), tries: 3 })
    resolver.setServers(input)
    const timer = setTimeout(() => resolver.cancel(), timeout_ms)
    const began = performance.now()
    const about = () => ({ resolver: input.join(', '), took_ms: Math.round(performance.now() - began) })
    const tell = (answer: DnsAnswer): DnsAnswer => {
      const silent = answer.outcome === 'timeout' || answer.detail === 'ECONNREFUSED'
      onAnswer(answer.resolver, silent ? 'silent' : 'answered')
      return answer
    }
    try {
      const values = await query(resolver)
      return tell({ ...about(), outcome: 'answer', values })
    } catch (error) {
      return tell({ ...about(), values: [], ...failure(error) })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    txt: (name) =>
      Promise.all(
        servers.map((server) =>
          ask([server], async (resolver) => (await resolver.resolveTxt(name)).map((strings) => strings.join(''))),
        ),
      ),
    async addresses(host) {
      const [ipv4, ipv6] = await Promise.all([
        ask(servers, (resolver) => resolver.resolve4(host)),
        ask(servers, (resolver) => resolver.resolve6(host)),
      ])
      // Half an answer is none: the half that did not come may hold the address that must be refused.
      const broken = [ipv4, ipv6].find(({ outcome }) => outcome === 'timeout' || outcome === 'error')
      if (broken !== undefined) return broken
      const values = [...ipv4.values, ...ipv6.values]
      if (values.length > 0) return { ...ipv4, outcome: 'answer', values }
      return ipv4.outcome === 'no_data' ? ipv4 : ipv6
    },
  }
}

function failure(error: unknown): Pick<DnsAnswer, 'outcome' | 'detail'> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const outcome = OUTCOMES[code] ?? 'error'
  return outcome === 'error' ? { outcome, detail: code } : { outcome }
}
