const words = (text: string): string[] => text.split(' ');

/** The HTML elements that a report may hold: what the server's cleaner writes, said again for the browser (safety 1). */
export const htmlElements: readonly string[] = words(
  'a abbr address article aside b bdi bdo big blockquote br button caption center cite code col colgroup data dd del details dfn div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins kbd label legend li main mark meter nav ol optgroup option p pre progress q rb rp rt ruby s samp section select small span strike strong sub summary sup table tbody td textarea tfoot th thead time tr tt u ul var wbr',
);

/** The drawing elements, which hold no HTML, refer to nothing outside and do not move. */
export const drawingElements: readonly string[] = words(
  'svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath',
);

/** Attributes of both; data-* are allowed beside them. No handler, no form target, no name. */
export const attributes: readonly string[] = words(
  'abbr align alt aria-colcount aria-colindex aria-colspan aria-describedby aria-hidden aria-label aria-rowcount aria-rowindex aria-rowspan bgcolor border cellpadding cellspacing checked class color cols colspan datetime dir disabled face headers height hidden high href id label lang low max maxlength min nowrap open optimum placeholder readonly rel reversed role rows rowspan scope selected size span src start step style target title type valign value width wrap ' +
    'clip-path clip-rule cx cy d display dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size font-style font-weight fr fx fy gradientTransform gradientUnits clipPathUnits lengthAdjust letter-spacing offset opacity paint-order pathLength points preserveAspectRatio r rotate rx ry shape-rendering spreadMethod stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-rendering textLength transform vector-effect viewBox visibility x x1 x2 y y1 y2',
);
