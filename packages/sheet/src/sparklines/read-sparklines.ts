import { limits } from '@sheetwire/contract/limits';
import { parseRange } from '../address.ts';
import { type Palette, resolveColor } from '../read/color.ts';
import { type ReadBudget, spendMemory } from '../read/read-budget.ts';
import { type Attributes, decimal, isOn } from '../read/xml.ts';
import { type AxisEnd, type PointKind, pointKinds, type Sparkline, type SparklineGroup } from './sparkline.ts';

const kinds: Readonly<Record<string, SparklineGroup['kind']>> = { column: 'column', stacked: 'winLoss' };
const empties: Readonly<Record<string, SparklineGroup['empty']>> = { gap: 'gap', span: 'span' };
const bytesOfSparkline = 160;
const usualColor = '#376092';
const usualMark = '#d00000';

interface GroupDraft {
  readonly attributes: Attributes;
  readonly colors: Map<string, string>;
  readonly sparklines: Sparkline[];
  dates: string | undefined;
}

/** Reads the sparklines of one sheet, which stand in its extensions. */
export class SparklineReader {
  readonly #palette: Palette;
  readonly #budget: ReadBudget;
  readonly #groups: GroupDraft[] = [];
  #group: GroupDraft | undefined;
  #into: 'source' | 'place' | undefined;
  #isInLine = false;
  #text = '';
  #source = '';
  #place = '';
  #count = 0;
  #lost = 0;

  constructor(palette: Palette, budget: ReadBudget) {
    this.#palette = palette;
    this.#budget = budget;
  }

  /** Hears an element of an extension. */
  open(name: string, attributes: Attributes): void {
    if (name === 'sparklineGroup') {
      spendMemory(this.#budget, bytesOfSparkline);
      this.#group = { attributes, colors: new Map(), sparklines: [], dates: undefined };
      this.#groups.push(this.#group);
    }
    if (!this.#group) return;
    if (name === 'sparkline') {
      this.#isInLine = true;
      this.#source = '';
      this.#place = '';
    } else if (name === 'f' || name === 'sqref') {
      this.#into = name === 'f' ? 'source' : 'place';
      this.#text = '';
    } else if (name.startsWith('color')) {
      const color = resolveColor(attributes, this.#palette);
      if (color !== undefined) this.#group.colors.set(name.slice('color'.length).toLowerCase(), color);
    }
  }

  text(text: string): void {
    if (this.#into && this.#text.length < limits.workbook.formula) this.#text += text;
  }

  close(name: string): void {
    const group = this.#group;
    if (!group) return;
    if (name === 'f' || name === 'sqref') this.#closeText(group);
    else if (name === 'sparkline') this.#closeLine(group);
    else if (name === 'sparklineGroup') this.#group = undefined;
  }

  #closeText(group: GroupDraft): void {
    const text = this.#text.trim();
    if (this.#into === 'place') this.#place = text;
    else if (this.#isInLine) this.#source = text;
    else group.dates = text;
    this.#into = undefined;
  }

  #closeLine(group: GroupDraft): void {
    this.#isInLine = false;
    const place = parseRange(this.#place);
    if (!place) return;
    if (++this.#count > limits.workbook.sparklines) {
      this.#lost++;
      return;
    }
    spendMemory(this.#budget, bytesOfSparkline, this.#source);
    group.sparklines.push({ row: place.top, column: place.left, source: this.#source });
  }

  /** The groups, and how many sparklines were too many. */
  found(): { readonly groups: SparklineGroup[]; readonly lost: number } {
    return { groups: this.#groups.map(groupOf), lost: this.#lost };
  }
}

function groupOf({ attributes, colors, sparklines, dates }: GroupDraft): SparklineGroup {
  const marked = pointKinds.filter((kind) => isOn(attributes[kind]));
  const marks = new Map<PointKind, string>(marked.map((kind) => [kind, colors.get(kind) ?? usualMark]));
  return {
    kind: kinds[attributes.type ?? ''] ?? 'line',
    weight: Math.min(maxWeight, Math.max(minWeight, decimal(attributes.lineWeight) ?? usualWeight)),
    empty: empties[attributes.displayEmptyCellsAs ?? ''] ?? 'zero',
    least: endOf(attributes.minAxisType, attributes.manualMin),
    most: endOf(attributes.maxAxisType, attributes.manualMax),
    isRightToLeft: isOn(attributes.rightToLeft),
    hasAxis: isOn(attributes.displayXAxis),
    showsHidden: isOn(attributes.displayHidden),
    marks,
    color: colors.get('series') ?? usualColor,
    axisColor: colors.get('axis') ?? '#000000',
    dates: isOn(attributes.dateAxis) ? dates : undefined,
    sparklines,
  };
}

const usualWeight = 0.75;
const minWeight = 0.25;
const maxWeight = 6;

function endOf(type: string | undefined, manual: string | undefined): AxisEnd {
  if (type === 'group') return 'group';
  return type === 'custom' ? (decimal(manual) ?? 'individual') : 'individual';
}
