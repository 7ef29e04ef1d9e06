#include <algorithm>
#include <string>
#include <utility>

#include <sinew/manikin/roles.h>

#include "manikin/authored.h"
#include "manikin/bone_tree.h"
#include "manikin/candidates.h"
#include "manikin/helper.h"
#include "manikin/name_order.h"
#include "manikin/named_body.h"
#include "manikin/sides.h"
#include "manikin/topology.h"
#include "manikin/validate.h"

namespace sinew {

namespace {

constexpr float kStrongName = 0.93f;  // confidence of a name that means its role and hardly anything else
constexpr float kSureShape = 0.85f;   // confidence from which shape may contradict a name
constexpr float kVerySureShape = 0.9f;

/// What each source has to say, before anything is decided.
struct Sources {
  AuthoredRoles authored;  ///< the author's map
  AuthoredRoles file;      ///< the file's own
  NamedBody named;         ///< the alias table
  TopologyMap topology;    ///< shape and skin
};

NameUse nameUseOf(const MapOptions& options) { return options.only == MapSource::topology ? NameUse::geometryOnly : NameUse::byName; }

bool uses(const MapOptions& options, MapSource source) { return !options.only || *options.only == source; }

Finding finding(Severity severity, std::string rule, Role role, std::string message) {
  return {.severity = severity,
          .rule = std::move(rule),
          .role = std::string(nameOf(role)),
          .measured = {},
          .low = {},
          .high = {},
          .message = std::move(message)};
}

Finding failure(std::string rule, Role role, std::string message) {
  return finding(Severity::failure, std::move(rule), role, std::move(message));
}

/// Body plan of a set of roles: the first role that only one plan has.
template <class Map>
std::optional<Creature> creatureOf(const Map& roles) {
  for (const auto& [role, joint] : roles)
    for (const Creature creature : {Creature::humanoid, Creature::quadruped})
      if (sideOf(role) != 0 && std::ranges::count(rolesOf(creature), role) != 0) return creature;
  return std::nullopt;
}

/// The body plan, by the same order of trust as the roles: asked for, mapped by the author, mapped in the file, named, shaped.
std::optional<Creature> decideCreature(const MapOptions& options, const Sources& sources) {
  if (options.creature) return options.creature;
  if (const auto creature = creatureOf(options.explicitMap)) return creature;
  if (const auto creature = creatureOf(sources.file.joints)) return creature;
  if (hasFailure(sources.named.findings)) return std::nullopt;
  if (sources.named.creature) return sources.named.creature;
  return sources.topology.creature;
}

bool isTaken(const RoleMap& map, std::int32_t joint) {
  return std::any_of(map.roles.begin(), map.roles.end(), [&](const auto& entry) { return entry.second.joint == joint; });
}

/// A joint may play a role between those that are mapped: below the role above it, above the roles below it.
bool fits(const BoneTree& skeleton, const RoleMap& map, Role role, std::int32_t joint) {
  Role above = parentOf(role);
  while (above != Role::none && map.jointOf(above) < 0) above = parentOf(above);
  if (above != Role::none && skeleton.isAncestor(joint, map.jointOf(above))) return false;
  for (const auto& [other, found] : map.roles)
    if (parentOf(other) == role && skeleton.isAncestor(found.joint, joint)) return false;
  return true;
}

/// Puts the sources together role by role: the most explicit word wins, and no joint plays twice.
void takeRoles(const BoneTree& skeleton, const MapOptions& options, const Sources& sources, RoleMap& map) {
  const auto plan = rolesOf(map.creature);
  const auto wanted = [&](Role role) {
    return std::ranges::count(plan, role) != 0 && !map.roles.contains(role) && std::ranges::count(options.absent, role) == 0;
  };
  for (const auto& [role, joint] : sources.authored.joints)
    if (wanted(role)) map.roles[role] = {joint, MapSource::explicitMap, 1.0f};
  for (const auto& [role, joint] : sources.file.joints)
    if (wanted(role) && !isTaken(map, joint)) map.roles[role] = {joint, MapSource::file, 0.99f};
  if (sources.named.creature == map.creature)
    for (const auto& [role, found] : sources.named.roles)
      if (wanted(role) && !isTaken(map, found.joint))
        map.roles[role] = {found.joint, found.byName ? MapSource::alias : MapSource::topology, found.confidence};
  // Shape that is sure of the whole body fills any gap; shape that is not must be very sure of the one role.
  const bool gaps = !sources.named.roles.empty() && hasFailure(sources.topology.findings);
  const float least = gaps ? kVerySureShape : 0;
  for (const Proposal& proposal : sources.topology.proposals)
    if (proposal.confidence >= least && wanted(proposal.role) && !isTaken(map, proposal.joint) &&
        fits(skeleton, map, proposal.role, proposal.joint) && (options.only || !skeleton.name(proposal.joint).helper))
      map.roles[proposal.role] = {proposal.joint, MapSource::topology, proposal.confidence};
}

/// True where a name is too weak a witness against shape: it means other things as well, or shape points at a joint whose name
/// means nothing.
bool isWeakWitness(const BoneTree& skeleton, const MappedRole& named, const Proposal& proposal) {
  const JointName& other = skeleton.name(proposal.joint);
  return named.by != MapSource::alias || named.confidence < kStrongName || (other.readings.empty() && !other.helper);
}

/// Names that geometry agrees with are surer than either alone. Where it sees a limb's role in another joint, and the name is
/// a weak witness, nobody knows: a failure.
void weighAgainstTopology(const BoneTree& skeleton, const Sources& sources, RoleMap& map) {
  for (const Proposal& proposal : sources.topology.proposals) {
    const auto found = map.roles.find(proposal.role);
    if (found == map.roles.end() || found->second.by == MapSource::explicitMap || found->second.by == MapSource::file) continue;
    MappedRole& mapped = found->second;
    if (mapped.joint == proposal.joint) {
      mapped.confidence = 1 - (1 - mapped.confidence) * (1 - 0.6f * proposal.confidence);
      continue;
    }
    const bool mirror = map.jointOf(mirrored(proposal.role)) == proposal.joint;
    const bool doubtful = map.creature == Creature::humanoid && sideOf(proposal.role) != 0 && !mirror &&
                          proposal.confidence >= kSureShape && isWeakWitness(skeleton, mapped, proposal);
    if (doubtful)
      map.findings.push_back(failure("roles.contradiction", proposal.role,
                                     std::string(nameOf(proposal.role)) + " is " + describe(skeleton, mapped.joint) + " by its name and " +
                                         describe(skeleton, proposal.joint) + " by shape and skin"));
    mapped.confidence *= 1 - 0.25f * proposal.confidence;
  }
}

/// The parts that a missing role's vertices, mass and joint go to.
Role heirOf(const RoleMap& map, Role role) {
  Role heir = parentOf(role);
  while (heir != Role::none && map.jointOf(heir) < 0) heir = parentOf(heir);
  return heir;
}

/// Many rigs have no neck, clavicles, toes or tail, and few bodies are built on those.
bool isBodyOfItsOwn(Role role) {
  switch (sideOf(role) < 0 ? mirrored(role) : role) {
    case Role::neck:
    case Role::tail:
    case Role::leftClavicle:
    case Role::leftToes:
      return false;
    default:
      return true;
  }
}

/// Roles without a joint: core ones are failures that name the nearest candidates, others go into the part above. Shape alone that found a
/// part and could not place it does not say that the rig has none.
void settleMissing(const BoneTree& skeleton, const MapOptions& options, const Sources& sources, RoleMap& map) {
  for (const Role role : rolesOf(map.creature)) {
    if (map.roles.contains(role)) continue;
    const bool declared = std::ranges::count(options.absent, role) != 0;
    const bool core = std::ranges::count(coreRolesOf(map.creature), role) != 0;
    const bool doubted = options.only == MapSource::topology &&
                         std::ranges::any_of(sources.topology.findings, [&](const Finding& doubt) { return doubt.role == nameOf(role); });
    if ((core || doubted) && !declared) {
      std::string message = std::string(nameOf(role)) + " is unresolved";
      for (const Finding& doubt : sources.topology.findings)
        if (doubt.role == nameOf(role)) message += " (" + doubt.message + ")";
      const std::string nearest = nearestCandidates(skeleton, map, role, nameUseOf(options));
      message += nearest.empty() ? "; no joint comes near" : "; nearest: " + nearest;
      map.findings.push_back(failure("roles.unresolved", role, std::move(message)));
      continue;
    }
    map.absent.push_back(role);
    const Role heir = heirOf(map, role);
    if (declared || heir == Role::none) continue;
    map.findings.push_back(
        finding(isBodyOfItsOwn(role) ? Severity::warning : Severity::note, "roles.absent", role,
                "the rig has no " + std::string(nameOf(role)) + ": vertices, mass and joint go to " + std::string(nameOf(heir))));
  }
}

/// The tail below its first joint, along the child that leads on furthest.
std::vector<std::int32_t> tailBelow(const BoneTree& skeleton, std::int32_t first) {
  std::int32_t tip = first;
  std::size_t most = 0;
  for (std::int32_t j = first + 1; j < skeleton.jointCount(); ++j) {
    if (!skeleton.isAncestor(first, j) || !skeleton.branchCarriesSkin(j)) continue;
    const std::size_t steps = skeleton.pathBelow(first, j).size();
    if (steps > most) {
      most = steps;
      tip = j;
    }
  }
  return skeleton.pathBelow(first, tip);
}

std::string creatureRefusal(const MapOptions& options, const Sources& sources) {
  for (const Finding& finding : sources.named.findings)
    if (finding.severity == Severity::failure) return finding.message;
  std::string message = "neither a humanoid nor a quadruped: ";
  message += uses(options, MapSource::alias) ? "names and shape describe no body plan" : "its shape describes no body plan";
  for (const Finding& finding : sources.topology.findings)
    if (finding.role.empty()) message += "; " + finding.message;
  return message;
}

/// Decides with what the sources say, then checks the result.
RoleMap decide(BoneTree& skeleton, const MapOptions& options, const Sources& sources) {
  RoleMap map;
  const NameUse nameUse = nameUseOf(options);
  for (const Findings* said : {&sources.authored.findings, &sources.file.findings})
    map.findings.insert(map.findings.end(), said->begin(), said->end());

  const std::optional<Creature> creature = decideCreature(options, sources);
  if (!creature) {
    map.findings.push_back(failure("roles.creature", Role::none, creatureRefusal(options, sources)));
    map.helper = classifyHelpers(skeleton, map, nameUse);
    map.refused = true;
    return map;
  }
  map.creature = *creature;
  map.findings.insert(map.findings.end(), sources.named.findings.begin(), sources.named.findings.end());
  takeRoles(skeleton, options, sources, map);
  weighAgainstTopology(skeleton, sources, map);
  settleMissing(skeleton, options, sources, map);
  if (const std::int32_t first = map.jointOf(Role::tail); first >= 0) map.tail = tailBelow(skeleton, first);

  // Believe nothing before it is checked.
  std::map<Role, std::int32_t> joints;
  for (const auto& [role, found] : map.roles) joints[role] = found.joint;
  alignToPairs(skeleton, joints);
  for (const Findings& checked : {validateRoles(skeleton, map), contradictionsOfNames(skeleton, map)})
    map.findings.insert(map.findings.end(), checked.begin(), checked.end());
  map.helper = classifyHelpers(skeleton, map, nameUse);
  map.refused = hasFailure(map.findings);
  return map;
}

}  // namespace

RoleMap mapRoles(const Rig& rig, const MapOptions& options) {
  BoneTree skeleton(rig);

  // A rig without a body plan gets a body a bone: nothing to map.
  if (options.creature == Creature::bones) {
    RoleMap map;
    map.creature = Creature::bones;
    map.helper = classifyHelpers(skeleton, map, nameUseOf(options));
    return map;
  }

  // Ask every source.
  Sources sources;
  if (uses(options, MapSource::explicitMap)) sources.authored = resolveExplicit(skeleton, options.explicitMap);
  if (uses(options, MapSource::file)) sources.file = resolveFileMap(skeleton);
  if (uses(options, MapSource::alias)) {
    sources.named = readNamedBody(skeleton, options.creature);
    resolveSides(skeleton, sources.named);
  }
  const std::optional<Creature> expected = options.creature ? options.creature : sources.named.creature;
  if (uses(options, MapSource::topology)) sources.topology = inferTopology(rig, expected);
  RoleMap map = decide(skeleton, options, sources);
  if (!map.refused || sources.named.roles.empty() || !sources.authored.joints.empty() || !sources.file.joints.empty()) return map;

  // Names that do not hold together may be wrong altogether (shifted by a joint, of another rig): shape alone, if it is sure.
  sources.named = {};
  if (expected != options.creature) sources.topology = inferTopology(rig, options.creature);
  RoleMap shaped = decide(skeleton, options, sources);
  if (shaped.refused) return map;
  shaped.findings.push_back(finding(Severity::warning, "roles.names", Role::none,
                                    "the joints' names contradict the body's shape: all roles come from shape and skin"));
  return shaped;
}

}  // namespace sinew
