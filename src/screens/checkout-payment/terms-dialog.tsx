import { useEffect, useState } from 'react'
import { api } from '#client/api.ts'
import RichText from '#sections/further/rich-text/view.tsx'
import type { Block } from '#sections/section-shapes.ts'
import { Dialog } from '#ui/dialog.tsx'
import css from './terms-dialog.module.css'

type Text = { key: string; title: string; blocks: Block[] }

type Props = { slug: string; onClose: () => void }

/** The shop's terms in a dialog, so that the shopper stays in the checkout; the text is that of the terms page. */
export default function TermsDialog({ slug, onClose }: Props) {
  const [texts, setTexts] = useState<Text[] | 'failed' | null>(null)
  useEffect(() => {
    const stopped = new AbortController()
    void api.content.page({ id: slug }, { silent: true }).then((reply) => {
      if (stopped.signal.aborted) return
      setTexts(reply.status === 'success' ? textsIn(reply.data.sections) : 'failed')
    })
    return () => stopped.abort()
  }, [slug])

  return (
    <Dialog title="Terms and conditions" onClose={onClose}>
      {texts === null && <p role="status">One moment …</p>}
      {texts === 'failed' && (
        <p role="alert">
          The terms could not be loaded. <a href={`/${slug}`}>Read them on their own page</a>
        </p>
      )}
      {Array.isArray(texts) && (
        <div className={css.texts}>
          {texts.map(({ key, title, blocks }) => (
            <RichText key={key} settings={{ title, blocks }} data={null} isFirst={false} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

/** Leaves out a heading that repeats the dialog's title. */
const textsIn = (sections: readonly { key: string; component: string; settings: unknown }[]): Text[] =>
  sections
    .filter(({ component }) => component === 'RichText')
    .map(({ key, settings }, at) => {
      const { title = '', blocks = [] } = settings as Partial<Text>
      return { key, title: at === 0 ? '' : title, blocks }
    })
