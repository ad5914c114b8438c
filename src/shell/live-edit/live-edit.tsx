import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { loadLazyComponents } from '#client/lazy-hydrated.tsx'
import type { EditorMessage, PageArea } from '#contract/rules/live-edit-message.ts'
import { announce } from '#pages/announce.ts'
import { BOOT_ID, type Boot } from '#pages/page.ts'
import { usePageData } from '#pages/use-page.ts'
import type { SectionShown } from '#sections/section.ts'
import { blockNavigation } from './block-navigation.ts'
import { openEditorWindow } from './editor-window.ts'
import css from './live-edit.module.css'
import { LookPreview } from './look-preview.tsx'
import { createSectionRefresh } from './refresh-sections.ts'
import { pageHeight, reportHeight } from './report-height.ts'
import { SectionControls } from './section-controls.tsx'
import { withMove, without, withUpdate } from './section-list.ts'

/** A constant, so that effects see no change. */
const none: SectionShown[] = []

type Preview = NonNullable<Boot['preview']>

/** The edit controls of a page in the frame of the page editor; nothing without a valid preview token. Spec §2 Layout, §6. */
export function LiveEdit() {
  const [preview] = useState(readPreview)
  if (!preview) return null
  return preview.page_id === 0 ? <LookPreview host={preview.host} /> : <EditControls {...preview} />
}

/** The server sends it only with a valid token. */
function readPreview(): Preview | undefined {
  const boot: Boot = JSON.parse(document.getElementById(BOOT_ID)?.textContent ?? '{}')
  return boot.preview
}

function EditControls({ page_id, host }: Preview) {
  const { data, setData } = usePageData<{ sections?: SectionShown[] }>()
  const { sections = none } = data
  const [editor] = useState(() => openEditorWindow(host))
  const [selected, setSelected] = useState<string | null>(null)
  const holders = useSectionHolders(sections)
  const areas = useAreaHolders()

  const setSections = (change: (current: readonly SectionShown[]) => SectionShown[]) =>
    setData((data) => ({ ...data, sections: change(data.sections ?? []) }))

  const [updates] = useState(() =>
    createSectionRefresh({
      token: new URLSearchParams(location.search).get('preview') ?? '',
      onLoaded: (update, loaded) => setSections((current) => withUpdate(current, update, loaded)),
    }),
  )

  const edit = (
    key: string,
    what: { action: 'edit' | 'hide' } | { action: 'move'; before: string | null },
  ) => {
    const id = sections.find((section) => section.key === key)?.edit?.id ?? 0
    editor.send({ type: 'edit:section', payload: { id, key, ...what } })
  }

  const select = (key: string) => {
    setSelected(key)
    edit(key, { action: 'edit' })
  }

  function move(key: string, by: -1 | 1) {
    const moved = withMove(sections, key, by)
    if (!moved) return
    setSections(() => moved.sections)
    edit(key, { action: 'move', before: moved.before })
    announce(`Moved ${by < 0 ? 'up' : 'down'}`)
  }

  function hide(key: string) {
    const at = sections.findIndex((section) => section.key === key)
    const next = sections[at + 1] ?? sections[at - 1]
    updates.drop(key)
    edit(key, { action: 'hide' })
    setSections((current) => without(current, key))
    announce('Section hidden')
    const holder = next && holders.get(next.key)
    const target = holder ?? areas.page
    target.querySelector('button')?.focus({ preventScroll: true })
  }

  const receive = useEffectEvent((message: EditorMessage) => {
    switch (message.type) {
      case 'section:update': {
        const { key, is_visible } = message.payload
        if (is_visible) return updates.refresh(message.payload)
        updates.drop(key)
        return setSections((current) => without(current, key))
      }
      case 'section:select':
        return setSelected(message.payload.key)
      case 'scroll:to':
        return scrollTo(message.payload)
      case 'page:reload':
        return location.reload()
    }
  })
  const onSection = useEffectEvent(select)

  useEffect(() => {
    const stops = [
      editor.listen((message) => receive(message)),
      blockNavigation((key) => onSection(key)),
      reportHeight((height) => editor.send({ type: 'resize', payload: { height } })),
    ]
    // An update needs the code of its section.
    void loadLazyComponents().catch(() => {})
    editor.send({ type: 'ready', payload: { id: page_id, height: pageHeight() } })
    return () => stops.forEach((stop) => void stop())
  }, [editor, page_id])

  const areaButton = (area: PageArea, label: string, onClick: () => void) =>
    createPortal(
      <div className={css.strip}>
        <button type="button" className={css.areaButton} onClick={onClick}>
          {label}
        </button>
      </div>,
      areas[area],
    )

  return (
    <>
      {areaButton('header', 'Edit Header', () => editor.send({ type: 'edit:header', payload: {} }))}
      {areaButton('page', 'Edit Page', () => editor.send({ type: 'edit:page', payload: { id: page_id } }))}
      {areaButton('footer', 'Edit Footer', () => editor.send({ type: 'edit:footer', payload: {} }))}
      {sections.map(({ key, edit: shown }, at) => {
        const holder = holders.get(key)
        if (!holder || !shown) return null
        return createPortal(
          <SectionControls
            label={shown.label}
            isSelected={selected === key}
            isFirst={at === 0}
            isLast={at === sections.length - 1}
            onEdit={() => select(key)}
            onMove={(by) => move(key, by)}
            onHide={() => hide(key)}
          />,
          holder,
          key,
        )
      })}
    </>
  )
}

/** The elements in the page's sections that are stored for their controls, by the section's key. */
function useSectionHolders(sections: readonly SectionShown[]): ReadonlyMap<string, Element> {
  const [holders, setHolders] = useState<ReadonlyMap<string, Element>>(new Map())
  useLayoutEffect(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[data-section]')]
    setHolders(
      new Map(
        found.flatMap(({ dataset, firstElementChild }) =>
          dataset.section && firstElementChild ? [[dataset.section, firstElementChild] as const] : [],
        ),
      ),
    )
  }, [sections])
  return holders
}

/** An element before the header, the page's content and the footer each. */
function useAreaHolders(): Record<PageArea, HTMLElement> {
  const [holders] = useState(() => ({ header: createHolder(), page: createHolder(), footer: createHolder() }))
  useLayoutEffect(() => {
    document.querySelector('#root header')?.before(holders.header)
    document.getElementById('main')?.prepend(holders.page)
    document.getElementById('footer')?.before(holders.footer)
    return () => Object.values(holders).forEach((holder) => void holder.remove())
  }, [holders])
  return holders
}

function createHolder() {
  const holder = document.createElement('div')
  holder.dataset.liveEdit = ''
  return holder
}

function scrollTo(target: { key: string } | { area: PageArea }) {
  const selectors = { header: '#root header', page: '#main', footer: '#footer' }
  const element = document.querySelector(
    'key' in target ? `[data-section="${target.key}"]` : selectors[target.area],
  )
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  element?.scrollIntoView({ behavior: isReduced ? 'auto' : 'smooth', block: 'start' })
}
