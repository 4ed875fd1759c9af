import { Icon, iconNames } from '#ui/icon.tsx';
import { KitPanel } from './kit-panel.tsx';

/** Every icon with its name. */
export function KitIcons() {
  return (
    <KitPanel title="Icons">
      <div className="icons">
        {iconNames.map((name) => (
          <figure key={name}>
            <Icon name={name} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </KitPanel>
  );
}
