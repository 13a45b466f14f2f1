/**
 * What is paid, and to whom: only what stands in the signed text, and only after this device has checked it. Fee, balance
 * and history are nobody's signed word and do not belong in this frame.
 */
import './facts-card.css'
import type { ReactNode } from 'react'
import { AddressView } from './AddressView.tsx'
import { AmountView } from './AmountView.tsx'
import type { CheckedFacts } from './checked-facts.ts'
import { StatusGlyph } from './StatusBadge.tsx'

export interface FactsWords {
  readonly label: string
  readonly to: string
  readonly address: string
  readonly memo: string
  readonly testnet: string
}

interface Props {
  readonly facts: CheckedFacts
  readonly words: FactsWords
  /** The line on top, such as who checked what. */
  readonly seal: string
  /** Over and done: the facts still hold, the time to pay them does not. */
  readonly over?: boolean
}

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

export const FactsCard = ({ facts: { payee, payment }, words, seal, over = false }: Props) => (
  <section className="facts facts-card" aria-label={words.label}>
    <p className="facts-seal" data-over={over ? '' : undefined}>
      <StatusGlyph {...(over ? { tone: 'idle', glyph: 'clock' } : { tone: 'proven', glyph: 'tick', filled: true })} />
      {seal}
    </p>
    <p className="facts-amount">
      <AmountView amount={payment.amount} asset={payment.asset} size="xl" />
      {payment.network.endsWith('_testnet') && (
        <span className="chip" data-testnet="">
          {words.testnet}
        </span>
      )}
    </p>
    <dl>
      <Row name={words.to}>
        <bdi className="facts-payee">{payee.name}</bdi>
        <span className="facts-domain">
          <StatusGlyph tone="proven" glyph="tick" filled />
          <bdi>{payee.domain}</bdi>
        </span>
      </Row>
      <Row name={words.address}>
        <AddressView address={payment.to} />
      </Row>
      {payment.memo !== undefined && (
        <Row name={words.memo}>
          <bdi className="mono">{payment.memo}</bdi>
        </Row>
      )}
    </dl>
  </section>
)
