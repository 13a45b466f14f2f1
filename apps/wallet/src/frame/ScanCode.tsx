/** Reads a QR code with the camera, where the browser can read one. Nobody needs it: a code can be typed or pasted everywhere. */
import { Sheet } from '@pursestrings/ui/Sheet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'

/** As browsers have it; TypeScript does not know it yet. */
interface Detectors {
  new (wanted: {
    readonly formats: readonly string[]
  }): { detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
  getSupportedFormats(): Promise<readonly string[]>
}

const FORMAT = 'qr_code'
const LOOK_MS = 200
const detectors = (): Detectors | undefined => (globalThis as { readonly BarcodeDetector?: Detectors }).BarcodeDetector

/** The text of the first code that the camera sees; undefined where `signal` ended it. The camera is off afterwards. */
const scan = async (video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> => {
  const Detector = detectors()
  if (!Detector) throw new Error('this browser reads no codes')
  const detector = new Detector({ formats: [FORMAT] })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      const [code] = await detector.detect(video)
      if (code) return code.rawValue
      await new Promise((resume) => setTimeout(resume, LOOK_MS))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

interface Props {
  readonly onFound: (text: string) => void
}

export const ScanCode = ({ onFound }: Props) => {
  const { t } = useTranslation()
  const [can, setCan] = useState(false)
  const [scans, setScans] = useState(false)
  useEffect(() => {
    detectors()
      ?.getSupportedFormats()
      .then(
        (formats) => setCan(formats.includes(FORMAT) && 'mediaDevices' in navigator),
        () => undefined,
      )
  }, [])
  if (!can) return null
  const found = (text: string) => {
    setScans(false)
    onFound(text)
  }
  return (
    <>
      <button type="button" className="button" onClick={() => setScans(true)}>
        <Icon name="scan" size={20} />
        {t('scan.open')}
      </button>
      {scans && <ScanSheet onFound={found} onClose={() => setScans(false)} />}
    </>
  )
}

const ScanSheet = ({ onFound, onClose }: Props & { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const [has_failed, setHasFailed] = useState(false)
  const found = useEffectEvent(onFound)
  useEffect(() => {
    const over = new AbortController()
    if (video.current) {
      scan(video.current, over.signal).then(
        (text) => {
          if (text !== undefined && !over.signal.aborted) found(text)
        },
        () => {
          if (!over.signal.aborted) setHasFailed(true)
        },
      )
    }
    return () => over.abort()
  }, [])
  return (
    <Sheet title={t('scan.title')} onClose={onClose}>
      <p className="muted" role="status">
        {t(has_failed ? 'scan.failed' : 'scan.lead')}
      </p>
      {!has_failed && <video ref={video} className="scan-video" aria-label={t('scan.camera')} muted playsInline />}
      <button type="button" className="button" onClick={onClose}>
        {t('frame.cancel')}
      </button>
    </Sheet>
  )
}
