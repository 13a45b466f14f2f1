/** Saves the receipt of a payment as a file, byte for byte: a changed byte breaks it. */
import { useState } from 'react'

interface Props {
  readonly read: () => Promise<{ readonly receipt: string }>
  readonly request_id: string
  readonly label: string
  /** Said where there is none: not yet, or not at this service. */
  readonly none: string
  /** The main button of its place. */
  readonly primary?: boolean
}

export const SaveReceipt = ({ read, request_id, label, none, primary = false }: Props) => {
  const [failed, setFailed] = useState(false)
  const save = async (): Promise<void> => {
    try {
      const { receipt } = await read()
      setFailed(false)
      const address = URL.createObjectURL(new Blob([receipt], { type: 'application/vnd.svc.receipt+json' }))
      const link = document.createElement('a')
      link.href = address
      link.download = `receipt-${request_id.replaceAll(/[^\w-]/g, '_')}.json`
      link.click()
      URL.revokeObjectURL(address)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <button type="button" className="button" data-kind={primary ? 'primary' : undefined} onClick={() => void save()}>
        {label}
      </button>
      <p className="muted" role="status">
        {failed ? none : ''}
      </p>
    </>
  )
}
