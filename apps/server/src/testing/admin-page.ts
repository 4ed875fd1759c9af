/** What the Admin page asks for at first: it holds nothing yet. */
export const nothingHeld = {
  principalsId: '',
  numAdmined: 0,
  asSuperAdmin: false,
  selectedGropic: '',
  gropicPermsId: '',
  principalToAdd: '',
  returnTzLocations: false,
};
