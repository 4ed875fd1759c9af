/** What the desk trades; a swap and a swaption volatility are quoted in per cent, a bond and a future as a price. */
export interface Instrument {
  readonly name: string;
  readonly book: string;
  readonly currency: 'USD' | 'EUR' | 'GBP';
  readonly quote: 'rate' | 'price';
  /** Millions. */
  readonly notional: number;
  readonly duration: number;
  /** The level around which the yield, or rate, moves; per cent. */
  readonly rate: number;
  /** The price at that yield; 0 for a rate. */
  readonly price: number;
  /** Limit on DV01, thousands. */
  readonly limit: number;
}

export interface Section {
  readonly title: string;
  readonly instruments: readonly Instrument[];
}

type Line = readonly [name: string, notional: number, duration: number, rate: number, limit: number, price?: number];

function section(title: string, book: string, lines: readonly Line[]): Section {
  const instruments = lines.map(([name, notional, duration, rate, limit, price]): Instrument => {
    const currency = currencyOf(name);
    return {
      name,
      book,
      currency,
      quote: price === undefined ? 'rate' : 'price',
      notional,
      duration,
      rate,
      price: price ?? 0,
      limit,
    };
  });
  return { title, instruments };
}

function currencyOf(name: string): Instrument['currency'] {
  if (/^(?:EUR|DBR|OAT|BTP|RX|OE|DU|UB)/.test(name)) return 'EUR';
  return /^(?:GBP|UKT|G )/.test(name) ? 'GBP' : 'USD';
}

/** The desk's book of positions, in the order of the report. */
export const sections: readonly Section[] = [
  section('USD swaps', 'USSW', [
    ['USD SOFR 1Y', 1250, 0.98, 3.842, 250],
    ['USD SOFR 2Y', 1008, 1.91, 3.612, 400],
    ['USD SOFR 3Y', 419, 2.82, 3.548, 400],
    ['USD SOFR 5Y', 674, 4.55, 3.591, 500],
    ['USD SOFR 7Y', 676, 6.13, 3.679, 600],
    ['USD SOFR 10Y', -395, 8.22, 3.793, 600],
    ['USD SOFR 12Y', 140, 9.42, 3.829, 300],
    ['USD SOFR 15Y', -120, 11.08, 3.866, 300],
    ['USD SOFR 20Y', 85, 13.35, 3.874, 300],
    ['USD SOFR 30Y', -65, 16.74, 3.841, 300],
  ]),
  section('EUR swaps', 'EUSW', [
    ['EUR ESTR 2Y', 1264, 1.94, 1.984, 300],
    ['EUR ESTR 3Y', -530, 2.88, 2.064, 300],
    ['EUR ESTR 5Y', 348, 4.72, 2.231, 500],
    ['EUR ESTR 7Y', 410, 6.46, 2.384, 500],
    ['EUR ESTR 10Y', 1282, 8.86, 2.567, 1110],
    ['EUR ESTR 15Y', 110, 12.48, 2.671, 250],
    ['EUR ESTR 20Y', -95, 15.42, 2.688, 250],
    ['EUR ESTR 30Y', 58, 20.56, 2.612, 250],
  ]),
  section('GBP swaps', 'GBSW', [
    ['GBP SONIA 2Y', 620, 1.9, 3.654, 250],
    ['GBP SONIA 5Y', -310, 4.5, 3.712, 250],
    ['GBP SONIA 7Y', 150, 6.04, 3.802, 250],
    ['GBP SONIA 10Y', 205, 8.08, 3.941, 300],
    ['GBP SONIA 20Y', 44, 12.9, 4.232, 150],
    ['GBP SONIA 30Y', -28, 15.8, 4.218, 150],
  ]),
  section('Govt bonds', 'GOVT', [
    ['UST 3.750 Oct-28', 200, 1.86, 3.586, 100, 100.297],
    ['UST 4.000 Nov-31', 760, 4.46, 3.741, 500, 101.156],
    ['UST 4.125 Nov-36', -870, 8.11, 4.016, 900, 100.891],
    ['UST 4.500 Nov-46', 240, 13.02, 4.612, 500, 98.547],
    ['UST 4.625 Nov-56', 228, 16.21, 4.673, 470, 99.234],
    ['DBR 2.300 Feb-33', -420, 5.72, 2.351, 400, 99.706],
    ['DBR 2.500 Feb-35', 180, 7.41, 2.561, 300, 99.548],
    ['DBR 2.600 Aug-36', 266, 8.53, 2.668, 400, 99.412],
    ['OAT 3.400 Nov-36', -704, 8.29, 3.556, 700, 98.705],
    ['BTP 3.600 Oct-35', 310, 7.44, 3.482, 300, 100.873],
    ['UKT 4.250 Jul-34', 185, 6.31, 4.186, 250, 100.402],
    ['UKT 4.750 Oct-43', -76, 11.32, 4.917, 150, 98.114],
  ]),
  section('Futures', 'FUT', [
    ['TUH7 2Y Note', 940, 1.82, 3.611, 250, 104.117],
    ['FVH7 5Y Note', 1028, 4.05, 3.734, 510, 109.086],
    ['TYH7 10Y Note', 1296, 5.88, 3.962, 830, 112.453],
    ['USH7 Bond', -150, 11.61, 4.518, 300, 117.281],
    ['WNH7 Ultra Bond', 62, 16.12, 4.667, 200, 119.844],
    ['DUH7 Schatz', 1480, 1.88, 2.012, 350, 107.035],
    ['OEH7 Bobl', 1292, 4.46, 2.268, 750, 118.04],
    ['RXH7 Bund', -590, 8.02, 2.644, 700, 129.17],
    ['UBH7 Buxl', 34, 18.42, 3.145, 150, 115.86],
    ['G H7 Long Gilt', 210, 7.22, 4.308, 250, 92.87],
  ]),
  section('Swaptions', 'SWPN', [
    ['USD 1Y10Y straddle', 320, 2.04, 3.871, 150],
    ['USD 5Y5Y receiver', 450, 1.72, 3.918, 150],
    ['USD 10Y20Y payer', -180, 3.86, 3.902, 150],
    ['EUR 1Y10Y straddle', 260, 2.21, 2.634, 100],
    ['EUR 5Y30Y receiver', -140, 5.02, 2.571, 100],
    ['EUR 10Y10Y payer', 190, 2.94, 2.702, 100],
  ]),
];

export const instruments: readonly Instrument[] = sections.flatMap((each) => each.instruments);
