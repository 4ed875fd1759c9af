/** Every component in every state (look: Kit page). */
export function KitPage() {
  return <main id="main" className="page" />;
}
