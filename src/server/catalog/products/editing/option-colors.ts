import cssColors from 'color-name'
import { ownValue } from '#contract/rules/own-value.ts'
import { makeCode, makeSlug } from '#server/platform/text/make-slug.ts'

/** What shops call the option by which a colour is chosen, as attribute codes. */
const colorOptions = new Set(
  'color colour colors colours farbe farben couleur couleurs coloris color-es colores colore colori cor cores kleur kleuren farve farg farge vari kolor rang shade finish-color finish-colour'.split(
    ' ',
  ),
)

/** Names of colours in common languages, and of shades that CSS does not know, by their sRGB value. */
const names: Record<string, string> = {
  '#16181b': 'schwarz noir negro nero preto zwart sort svart musta czarny kala jet ink onyx raven',
  '#ffffff': 'weiss weis blanc blanche blanco blanca bianco bianca branco wit hvid vit valkoinen bialy safed',
  '#808080': 'grau gris grigio cinza grijs graa gra harmaa szary slate-gray stone-gray',
  '#3f4247': 'anthrazit anthracite antracita antracite antraciet charcoal charbon graphite graphit gunmetal',
  '#c62828': 'rot rouge rojo roja rosso rossa vermelho rood rod punainen czerwony lal brick cherry',
  '#7b1e2b': 'bordeaux burgundy weinrot bordo granate vinho wine oxblood merlot claret',
  '#1f4e9c': 'blau bleu bleue azul blu blauw bla sininen niebieski neela nila cobalt kobalt royal-blue',
  '#1b2a49': 'marine dunkelblau bleu-marine azul-marino blu-navy marineblau midnight ink-blue nachtblau',
  '#8fb8de':
    'hellblau bleu-clair celeste azul-claro azzurro lichtblauw light-blue sky-blue ice ice-blue baby-blue',
  '#2e7d4f': 'grun gruen vert verte verde groen gron vihrea zielony hara emerald smaragd bottle-green',
  '#5b6b3a': 'oliv olivgrun olive-green verde-oliva kaki moss moos mousse army',
  '#9caf88': 'salbei sauge salvia salie sage sage-green eucalyptus',
  '#f2c230': 'gelb jaune amarillo amarilla giallo gialla amarelo geel gul keltainen zolty peela',
  '#c99a2e': 'senf moutarde mostaza senape mosterd mustard ochre ocker ocre saffron curry',
  '#e07b28': 'orangefarben naranja arancione arancio laranja oranje oranssi pomaranczowy narangi',
  '#b5573a': 'terrakotta terracotta terra rust rost rouille teja brique clay ton',
  '#e9a6b8': 'rosa rose roze lyserod rozowy gulabi blush altrosa dusty-rose powder-pink',
  '#d81b7a': 'pinkfarben rose-vif fucsia fuchsie raspberry himbeere framboise',
  '#6a3fa0': 'lila violett violette morado morada viola roxo paars aubergine plum pflaume prune baingani',
  '#b9a5d6': 'flieder lilas lilac mauve lavendel lavande lavanda',
  '#6b4a2f': 'braun brun brune marron marrone castano cafe bruin ruskea brazowy bhura coffee mocha espresso',
  '#a9743f': 'cognac camel caramel karamell caramelo kamel honey honig oak eiche chene roble natural-oak',
  '#4a3020': 'walnut nussbaum noyer nogal noce dark-brown dunkelbraun wenge chocolate-brown',
  '#e3d3b8':
    'sand sable arena sabbia areia zand naturel natural natur nature natur-linen linen-natural oat hafer',
  '#f4ecdc': 'creme cream ecru elfenbein ivoire marfil avorio ivory-white off-white offwhite wollweiss bone',
  '#d8c3a5': 'taupe greige mushroom stone stein pierre piedra',
  '#1f8a8c': 'petrol petrole turkis tuerkis turquesa turchese turkoois teal-green',
  '#a8e0cf': 'minze menthe menta munt mint mint-green seafoam',
  '#d4af37': 'golden gold-tone dore doree dorado oro ouro goud kulta zloty brass messing laiton laton ottone',
  '#c0c5ca':
    'silber argent argente plata plateado argento prata zilver hopea srebrny chrome chrom steel stahl acier acero',
  '#b87333': 'kupfer cuivre cobre rame koper copper-tone bronze bronzefarben',
}

const byName = new Map<string, string>(
  Object.entries(names).flatMap(([color, list]) =>
    list.split(' ').map((name): [string, string] => [name, color]),
  ),
)

/** Whether shoppers choose a colour by the option of this name. */
export const isColorOption = (name: string) => colorOptions.has(makeCode(name))

/**
 * The colour that an option's value names, as `#rrggbb`: a hexadecimal value, a name of CSS, or a common name in the
 * languages that shops export in. Undefined for patterns and invented names, which are shown as text.
 */
export function colorOf(label: string): string | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(label.trim())?.[1]?.toLowerCase()
  if (hex) return `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`
  const name = makeSlug(label)
  const rgb = ownValue<readonly number[]>(cssColors, name.replaceAll('-', ''))
  return rgb ? toHex(rgb) : byName.get(name)
}

const toHex = (rgb: readonly number[]) => `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
