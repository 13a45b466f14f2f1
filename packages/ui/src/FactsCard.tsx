/**
 * What is paid, and to whom: only what stands in the signed text, and only after this device has checked it. Fee, balance
 * and history are nobody's signed word and do not belong in this frame.
 */
import './facts-card.css'
import { isTestnet } from '@pursestrings/sdk'
import { AddressView } from './AddressView.tsx'
import { AmountView } from './AmountView.tsx'
import type { CheckedFacts } from './checked-facts.ts'
import { StatusGlyph } from './StatusBadge.tsx'

export interface FactsWords {
  readonly label: string
  /** Before the payee's name. */
  readonly to: string
  readonly memo: string
  readonly testnet: string
  /** Beside the amount, where the asset is on several. */
  readonly network?: string
}

interface Props {
  readonly facts: CheckedFacts
  readonly words: FactsWords
  /** The line below, such as who checked what. */
  readonly seal: string
  /** Over and done: the facts still hold, the time to pay them does not. */
  readonly over?: boolean
}

export const FactsCard = ({ facts: { payee, payment }, words, seal, over = false }: Props) => (
  <section className="facts facts-card" aria-label={words.label}>
    <div className="facts-amount">
      <AmountView amount={payment.amount} asset={payment.asset} size="xl" />
      {words.network !== undefined && <span className="facts-network">{words.network}</span>}
      {isTestnet(payment.network) && (
        <span className="chip" data-testnet="">
          {words.testnet}
        </span>
      )}
    </div>
    <div>
      <p className="facts-payee">
        {words.to} <bdi>{payee.name}</bdi>
      </p>
      <p className="facts-domain">
        <StatusGlyph tone="proven" glyph="tick" filled size={18} />
        <bdi>{payee.domain}</bdi>
      </p>
    </div>
    <div>
      <AddressView address={payment.to} />
      {payment.memo !== undefined && (
        <p className="facts-memo">
          <span className="muted">{words.memo}</span> <bdi className="mono">{payment.memo}</bdi>
        </p>
      )}
    </div>
    <p className="facts-seal" data-over={over ? '' : undefined}>
      <StatusGlyph
        size={18}
        {...(over ? { tone: 'idle', glyph: 'clock' } : { tone: 'proven', glyph: 'tick', filled: true })}
      />
      {seal}
    </p>
  </section>
)
