import { describe, expect, test } from 'vitest';
import { drawnCss, stylesCss } from './grid-css.ts';

describe('the look of a cell as it is drawn', () => {
  test('an automatic line takes a neutral ink, whatever the ink of the number', () => {
    expect(drawnCss('color:#ff0000;border-block-end:1px solid canvastext')).toBe(
      'color:#ff0000;border-block-end:1px solid var(--ink-2,canvastext)',
    );
  });

  test('a line with a colour of its own keeps it', () => {
    expect(drawnCss('border-block-end:2px solid #00ff00')).toBe('border-block-end:2px solid #00ff00');
  });

  test('a fill covers the lines of the sheet and not those of its author', () => {
    expect(drawnCss('background-color:#ffff00;border-inline-end:1px solid #000000')).toBe(
      'border-color:#0000;background-color:#ffff00;border-inline-end:1px solid #000000',
    );
  });

  test('the head of a sheet has the ground and the ink of the scheme, and keeps its gridlines', () => {
    expect(drawnCss('background-color:canvas;color:canvastext;font-weight:400')).toBe(
      'background-color:var(--surface-1,canvas);color:var(--ink-1,canvastext);font-weight:400',
    );
  });

  test('an automatic line of dashes takes the neutral ink too', () => {
    expect(drawnCss('background-image:repeating-linear-gradient(90deg,canvastext 0px 9px,#0000 9px 12px)')).toContain(
      'var(--ink-2,canvastext) 0px 9px',
    );
  });

  test('an indent in the first column stands behind the margin of the page', () => {
    expect(drawnCss('padding-left:13px')).toContain(';padding-left:calc(13px + var(--lead,0px))');
  });

  test('a number set to the start keeps the room of the arrow at its end', () => {
    expect(drawnCss('text-align:left')).toContain('--arrow-at:calc(100% - 4px)');
    expect(drawnCss('text-align:start')).toContain(
      '--arrow-room:calc(var(--s2,8px) + clamp(0px,100% - 64px,var(--lead,0px)))',
    );
    expect(drawnCss('text-align:right')).toBe('text-align:right');
  });

  test('a look without declarations makes no rule', () => {
    expect(stylesCss(['', 'vertical-align:top'])).toBe('\n[data-s="1"]{vertical-align:top;align-content:start}');
  });
});
