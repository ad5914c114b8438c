import { lazy, type ReactNode, useMemo, useState } from 'react'
import { decimalsOf } from '#contract/money.ts'
import { ApiError, api } from '../api.ts'
import {
  type FormImage,
  type FormServices,
  FormServicesContext,
  type RecordChoice,
} from '../form/form-services.ts'
import { LoadedPart } from '../parts/failure.tsx'
import { useSession } from '../session-context.ts'
import { createRecordNames } from './name-records.ts'
import { findRecordKind } from './record-kinds.ts'

const RecordDialog = lazy(() => import('./record-dialog.tsx'))
const FocalPointDialog = lazy(() => import('./focal-point-dialog.tsx'))
const PictureDialog = lazy(() => import('./picture-dialog.tsx'))

type Open =
  | { dialog: 'record'; kind: string; answer: (chosen: RecordChoice | undefined) => void }
  | { dialog: 'focal point'; path: string; answer: () => void }
  | { dialog: 'picture'; answer: (chosen: FormImage | undefined) => void }

async function chooseIcons(chooseImage: () => Promise<FormImage | undefined>) {
  const picture = await chooseImage()
  if (!picture) return undefined
  try {
    const { data } = await api.adminSettings.makeIcons({ path: picture.path })
    return data.value
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new Error(Object.values(error.errors)[0]?.[0] ?? error.message)
  }
}

/**
 * What the forms of all screens need: the currency, the time zone, and dialogs that choose records, pictures
 * and focal points.
 */
export function FormServicesProvider({ children }: { children: ReactNode }) {
  const { session, may } = useSession()
  const { currency, locale, time_zone: timeZone, channels, countries } = session.shop
  const [open, setOpen] = useState<Open>()
  const [isShown, setShown] = useState(false)
  const mayContent = may('content.read')
  const mayWriteContent = may('content.write')
  const mayCatalog = may('catalog.read')
  const mayWriteSettings = may('settings.write')

  const services = useMemo((): FormServices => {
    const show = (next: Open) => {
      setOpen(next)
      setShown(true)
    }
    const chooseImage = () =>
      new Promise<FormImage | undefined>((answer) => show({ dialog: 'picture', answer }))
    return {
      currency: { code: currency, digits: decimalsOf(currency, locale) },
      channels: channels.map((channel) => ({ ...channel, digits: decimalsOf(channel.currency, locale) })),
      countries,
      timeZone,
      nameRecords: createRecordNames(),
      recordKind(kind) {
        const known = findRecordKind(kind)
        if (!known) return undefined
        return (known.permission === 'content.read' ? mayContent : mayCatalog) ? known.one : undefined
      },
      chooseRecord: (kind) => new Promise((answer) => show({ dialog: 'record', kind, answer })),
      ...(mayContent && { chooseImage }),
      ...(mayContent && mayWriteSettings && { chooseIcons: () => chooseIcons(chooseImage) }),
      ...(mayWriteContent && {
        editFocalPoint: (path: string) =>
          new Promise<void>((answer) => show({ dialog: 'focal point', path, answer })),
      }),
    }
  }, [
    channels,
    countries,
    currency,
    locale,
    timeZone,
    mayCatalog,
    mayContent,
    mayWriteContent,
    mayWriteSettings,
  ])

  return (
    <FormServicesContext value={services}>
      {children}
      <LoadedPart waiting={null}>
        {open && (
          <OpenDialog
            open={open}
            isOpen={isShown}
            onAnswered={() => setShown(false)}
            onClosed={() => setOpen(undefined)}
          />
        )}
      </LoadedPart>
    </FormServicesContext>
  )
}

type OpenDialogProps = { open: Open; isOpen: boolean; onAnswered: () => void; onClosed: () => void }

function OpenDialog({ open, onAnswered, ...dialog }: OpenDialogProps) {
  function answer<Chosen>(tell: (chosen: Chosen) => void, chosen: Chosen) {
    tell(chosen)
    onAnswered()
  }
  switch (open.dialog) {
    case 'record':
      return <RecordDialog {...dialog} kind={open.kind} onAnswer={(chosen) => answer(open.answer, chosen)} />
    case 'focal point':
      return <FocalPointDialog {...dialog} path={open.path} onDone={() => answer(open.answer, undefined)} />
    case 'picture':
      return <PictureDialog {...dialog} onAnswer={(chosen) => answer(open.answer, chosen)} />
  }
}
