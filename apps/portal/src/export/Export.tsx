/** Saves what a page lists as a file: what the filters show, or everything; for a spreadsheet, or for a program. */
import type { TextStream } from '@pursestrings/sdk'
import './export.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogButtons } from '../frame/Dialog.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'

// Saves a text of any length under a name. The pieces are gathered by the browser, which keeps large ones on the disk.

const GATHER = 1_000

const saveText = async (text: TextStream, name: string, type: string): Promise<void> => {
  let kept = new Blob([], { type })
  let pieces: string[] = []
  const gather = () => {
    kept = new Blob([kept, ...pieces], { type })
    pieces = []
  }
  for await (const piece of text) {
    pieces.push(piece)
    if (pieces.length >= GATHER) gather()
  }
  gather()
  const address = URL.createObjectURL(kept)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const FORMATS = { csv: 'CSV', ndjson: 'NDJSON' } as const
const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
type Format = keyof typeof FORMATS

interface Wanted {
  readonly format: Format
  /** Whether the filters of the page are left out. */
  readonly all: boolean
  readonly settlement: boolean
}

interface Props {
  readonly title: string
  /** Of the file, without its ending. */
  readonly name: string
  /** The filters of the page in words; empty where there are none. */
  readonly filters: string
  /** Whether the rows have columns about the ledger. */
  readonly settles?: boolean
  /** How many rows there are, as the page says it; undefined where nobody counts. */
  readonly count?: (all: boolean) => Promise<string>
  readonly read: (wanted: Wanted) => TextStream
}

export const ExportButton = (props: Props) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="download" />
        {t('export.open')}
      </button>
      {open && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const ExportDialog = ({
  title,
  name,
  filters,
  settles = false,
  count,
  read,
  onClose,
}: Props & { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [all, setAll] = useState(filters === '')
  const [format, setFormat] = useState<Format>('csv')
  const [settlement, setSettlement] = useState(true)
  const counted = useQuery({
    queryKey: ['export', name, filters, all],
    queryFn: () => count?.(all) ?? '',
    enabled: count !== undefined,
  })
  const save = useMutation({
    mutationFn: () => {
      const day = new Date().toISOString().slice(0, 10)
      return saveText(read({ format, all, settlement }), `${name}-${day}.${format}`, TYPES[format])
    },
    onSuccess: onClose,
  })
  const rows = [
    ...(filters === '' ? [] : [{ value: false, label: t('export.filtered'), note: filters }]),
    { value: true, label: t('export.everything'), note: t('export.everythingNote') },
  ]
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      foot={
        <>
          <span className="muted small" role="status">
            {save.isPending ? t('export.saving') : counted.data}
          </span>
          <DialogButtons onClose={onClose} disabled={save.isPending}>
            <Icon name="download" />
            {t('export.download')}
          </DialogButtons>
        </>
      }
    >
      <fieldset className="options">
        <legend>{t('export.rows')}</legend>
        {rows.map(({ value, label, note }) => (
          <label key={label} className="option">
            <input type="radio" name="rows" checked={all === value} onChange={() => setAll(value)} />
            <span>
              <b>{label}</b>
              <span className="muted small">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className="segments">
        <legend>{t('export.format')}</legend>
        {(Object.keys(FORMATS) as Format[]).map((one) => (
          <label key={one}>
            <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
            {FORMATS[one]}
          </label>
        ))}
      </fieldset>
      {settles && format === 'csv' && (
        <label className="option">
          <input type="checkbox" checked={settlement} onChange={({ target }) => setSettlement(target.checked)} />
          <span>
            <b>{t('export.settlement')}</b>
            <span className="muted small">{t('export.settlementNote')}</span>
          </span>
        </label>
      )}
      <p className="muted small">{t(format === 'csv' ? 'export.safe' : 'export.exact')}</p>
      {save.error ? <Fault error={save.error} /> : null}
    </Dialog>
  )
}
