import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '#admin/api.ts'
import type {
  EditorMessage,
  SectionEdit,
  SectionUpdate,
  StorefrontMessage,
} from '#contract/rules/live-edit-message.ts'
import type { EditorContent } from './editor-content.ts'
import { frameUpdates, type ShownSection, shownSections } from './frame-updates.ts'

/** Before the token's 15 minutes are over. */
const RENEW_MS = 10 * 60_000

type Options = {
  pageId: number
  content: EditorContent
  selected: string | null
  onEdit: (edit: SectionEdit) => void
  onArea: (area: 'header' | 'page' | 'footer') => void
}

export type PreviewFrame = {
  ref: RefObject<HTMLIFrameElement | null>
  /** Undefined until there is a token. */
  src: string | undefined
  isReady: boolean
  error: string | undefined
  /** Shows a section's new settings before the editor itself is drawn again: both share one thread. */
  showSettings: (section: ShownSection) => void
  /** Loads the page again, as the server has it. */
  reload: (content: EditorContent) => void
}

/** Keeps the storefront in the frame the same as the content that is edited, by messages. Decisions §3 "Live edit protocol". */
export function usePreviewFrame({ pageId, content, selected, onEdit, onArea }: Options): PreviewFrame {
  const ref = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const { src, error, token, load } = usePreviewToken(pageId)
  /** What the frame shows, once it is ready. */
  const shown = useRef<readonly ShownSection[]>(shownSections(content.sections))

  const send = (message: EditorMessage) =>
    ref.current?.contentWindow?.postMessage({ source: 'builder', ...message }, location.origin)

  const receive = useEffectEvent((message: StorefrontMessage) => {
    if (message.type === 'ready') return setReady(true)
    if (message.type === 'edit:section') {
      shown.current = afterEdit(shown.current, message.payload)
      onEdit(message.payload)
    }
    if (message.type === 'edit:header') onArea('header')
    if (message.type === 'edit:page') onArea('page')
    if (message.type === 'edit:footer') onArea('footer')
  })

  useEffect(() => {
    const listen = ({ origin, source: sender, data }: MessageEvent) => {
      if (origin !== location.origin || !sender || sender !== ref.current?.contentWindow) return
      if (data?.source === 'storefront') receive(data)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])

  const update = (payload: SectionUpdate) =>
    send({
      type: 'section:update',
      payload: { ...payload, ...(token.current !== undefined && { token: token.current }) },
    })

  useEffect(() => {
    if (!isReady) return
    const next = shownSections(content.sections)
    const updates = frameUpdates(shown.current, next)
    shown.current = next
    for (const payload of updates) update(payload)
  }, [content.sections, isReady])

  useEffect(() => {
    if (isReady) send({ type: 'section:select', payload: { key: selected } })
  }, [selected, isReady])

  return {
    ref,
    src,
    isReady,
    error,
    showSettings(section) {
      if (!isReady || !shown.current.some(({ key }) => key === section.key)) return
      shown.current = shown.current.map((other) => (other.key === section.key ? section : other))
      update({ ...section, is_visible: true })
    },
    reload(next) {
      shown.current = shownSections(next.sections)
      setReady(false)
      void load(true)
    },
  }
}

/** The address of the page with a token, which is renewed while the page is edited. */
function usePreviewToken(pageId: number) {
  const [src, setSrc] = useState<string>()
  const [error, setError] = useState<string>()
  const token = useRef<string>(undefined)
  async function load(isNewDocument: boolean) {
    try {
      const { data } = await api.adminPages.previewToken({ id: pageId })
      token.current = data.token
      if (isNewDocument) setSrc(`${data.path}?${new URLSearchParams({ preview: data.token })}`)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    }
  }
  const loadNow = useEffectEvent(load)
  useEffect(() => {
    void loadNow(true)
    const timer = setInterval(() => void loadNow(false), RENEW_MS)
    return () => clearInterval(timer)
  }, [])
  return { src, error, token, load }
}

/** The preview shows moves and hidden sections before it says so. */
function afterEdit(shown: readonly ShownSection[], edit: SectionEdit): readonly ShownSection[] {
  const moved = shown.find(({ key }) => key === edit.key)
  if (edit.action === 'edit' || !moved) return shown
  const others = shown.filter(({ key }) => key !== edit.key)
  if (edit.action === 'hide') return others
  const at = others.findIndex(({ key }) => key === edit.before)
  return others.toSpliced(at < 0 ? others.length : at, 0, moved)
}
