import { metadataTab, type PageTab } from '#features/selection/tabs.ts';
import { BlankPage, EmptyReport, type EmptyReportProps, MetadataOnly } from './empty-report.tsx';
import { MetadataPage } from './metadata-page.tsx';

/** What stands in place of the report's own pages: few reports need it, so it is loaded after them. */
export function BesidePages({ tab, ...props }: EmptyReportProps & { readonly tab: PageTab | undefined }) {
  const { model, selection, report } = props;
  if (report.isEmpty) return <EmptyReport {...props} />;
  if (!tab) return <MetadataOnly model={model} />;
  if (tab.slug === metadataTab) return <MetadataPage report={report} />;
  return <BlankPage isLive={(selection.date ?? selection.at) === undefined} />;
}
