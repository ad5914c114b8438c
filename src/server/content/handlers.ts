import type { contentEndpoints } from '#contract/content.ts'
import type { Handlers } from '../http/handlers.ts'
import { remember } from '../http/remember.ts'
import { assemblePage } from './assemble-page.ts'
import { pageAddress } from './page-address.ts'
import { readMenu } from './read-menu.ts'
import { readPage } from './read-page.ts'
import { readSlider } from './read-slider.ts'
import { readTemplate } from './read-template.ts'

export const contentHandlers: Handlers<typeof contentEndpoints> = {
  async slider({ id }, call) {
    const tagsOf = (slider: { id: number }) => [`slider:${slider.id}`]
    const slider = await remember(call, `slider ${id}`, tagsOf, () => readSlider(call.db, id))
    call.tag(...tagsOf(slider))
    return slider
  },

  async menu({ id }, call) {
    const tagsOf = (menu: { id: number }) => [`menu:${menu.id}`]
    const menu = await remember(call, `menu ${id}`, tagsOf, () => readMenu(call.db, id))
    call.tag(...tagsOf(menu))
    return menu
  },

  template: ({ id }, call) => readTemplate(call, id),

  page: ({ id }, call) => readPage(call, id),

  templateBoth: (input, call) => assemblePage(call, pageAddress(input)),
}
