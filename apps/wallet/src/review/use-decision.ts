/** What the person does about a request, short of signing: reject, pause, disconnect, get test funds. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { useVault } from '../keys/session.ts'
import { pathOf } from '../requests/payment.ts'
import { settings } from '../settings.ts'
import type { Asked } from './check-request.ts'
import { type Rejection, writeDown } from './rejections.ts'

export const useDecision = (asked: Asked) => {
  const { t } = useTranslation()
  const { address } = useVault()
  const [rejected, setRejected] = useState(false)
  const [done, setDone] = useState<'pause' | 'disconnect'>()
  const [getting, setGetting] = useState(false)
  const [fault, setFault] = useState<string>()
  const stop = async (how: 'pause' | 'disconnect'): Promise<void> => {
    if (how === 'pause') await api().connections.update(asked.connection_id, { status: 'paused' })
    else await api().connections.revoke(asked.connection_id)
    setDone(how)
    void queries.invalidateQueries({ queryKey: ['connection'] })
    void queries.invalidateQueries({ queryKey: ['connections'] })
  }
  const reject = (rejection: Rejection, and?: 'pause' | 'disconnect'): void => {
    writeDown(rejection)
    setRejected(true)
    if (and) stop(and).catch(() => setDone(undefined))
  }
  const fund = async (network: string): Promise<boolean> => {
    const { chains } = await settings()
    if (chains?.[network] === undefined) {
      const { ledgerClient } = await import('../ledger/stellar/stellar-side.ts')
      return (await ledgerClient()).fund(address)
    }
    await (await import('../ledger/evm/balance.ts')).askForTestTokens(network)
    return true
  }
  const getFunds = async (network: string, asset: string): Promise<void> => {
    setGetting(true)
    setFault(undefined)
    try {
      if (!(await fund(network))) setFault(t('review.noFunds', { asset }))
      await queries.invalidateQueries({ queryKey: ['balance'] })
    } catch {
      setFault(t('review.noFunds', { asset }))
    } finally {
      setGetting(false)
    }
  }
  return {
    asked,
    rejected,
    done,
    reject,
    pause: () => stop('pause').catch(() => {}),
    getFunds: (network: string, asset: string) => void getFunds(network, asset),
    getting,
    fault,
    payment: pathOf('paying', asked),
  }
}
