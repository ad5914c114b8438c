import type { PageMeta } from './page.ts'

/** Applies a page's meta to the document after a soft navigation. */
export function applyMeta(next: PageMeta, last: PageMeta) {
  document.title = next.title
  setTag('meta', 'name', 'description', 'content', next.description)
  setTag('meta', 'name', 'robots', 'content', next.robots)
  setTag('link', 'rel', 'canonical', 'href', next.canonical)
  // Only the page's own classes: others belong to the mode, or to an open dialog.
  const { classList } = document.body
  classList.remove(...classesOf(last))
  classList.add(...classesOf(next))
}

const classesOf = ({ bodyClass = '' }: PageMeta) => bodyClass.split(/\s+/).filter(Boolean)

function setTag(tag: string, by: string, name: string, attribute: string, value?: string) {
  const found = document.head.querySelector(`${tag}[${by}="${name}"]`)
  if (!value) return found?.remove()
  const element = found ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(by, name)
  element.setAttribute(attribute, value)
}
