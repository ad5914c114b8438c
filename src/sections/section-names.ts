import { isRecord, ownValue } from '#contract/rules/own-value.ts'

/** Pages saved before the rename of a section have its former name. */
const formerNames: Readonly<Record<string, string>> = { Gallery: 'PictureGallery' }

export const currentName = (component: string) => ownValue(formerNames, component) ?? component

/** The name on the wire of the section in a folder: `HeroSlider` for `hero-slider`. */
export const nameOfFolder = (folder: string) =>
  folder
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** The folder of a section: the other way round. */
export const folderOfName = (component: string) =>
  component.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

/** The view of a section. A grid of recently viewed products is a section of its own, because only the browser knows them. */
export const viewOfSection = (component: string, settings: unknown) =>
  component === 'ProductGrid' && isRecord(settings) && settings.source === 'recently_viewed'
    ? 'RecentlyViewed'
    : currentName(component)
